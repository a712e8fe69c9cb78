#include "cegar/view.h"

#include "check/labelled.h"

struct lts *view_predicate_lts(const struct cegar *cegar, bool with_chosen) {
  const struct refinement *refinement = &cegar->refinement;
  struct labelled labelled;
  struct lts *lts = NULL;
  struct labelling labelling = {.table = cegar->table,
                                .solver = cegar->solver,
                                .dd = cegar->dd,
                                .is_named = true,
                                .limit = VIEW_STATE_LIMIT};
  if (labelled_init(&labelled, cegar->component->behaviour,
                    cegar->component_options,
                    cegar->component_options->specification)) {
    struct seed_vec seeds = {0};
    if (with_chosen)
      refinement_seeds(refinement, &seeds);
    seed_vec_append(&seeds, refinement->given.at, refinement->given.count);
    lts = labelled_lts(&labelled, &seeds, &labelling);
    seed_vec_release(&seeds);
  }
  labelled_release(&labelled);
  return lts;
}
