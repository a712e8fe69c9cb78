#include "check/simulated.h"

#include <stdlib.h>

#include "check/view.h"
#include "lts/compare.h"
#include "lts/transform.h"

enum { MOST_PAIRS = 20000000 };

// Only actions count: whether a state is STOP or not is no step.
static void drop_kinds(struct lts *lts) {
  free(lts->kinds);
  lts->kinds = NULL;
}

static bool compare(const struct lts *component, const struct lts *system,
                    struct strbuf *why) {
  struct lts *a = lts_project(component, &system->alphabet);
  struct lts *b = lts_copy(system);
  drop_kinds(a);
  drop_kinds(b);
  struct compare_options options = {.relation = RELATION_WEAK_SIM,
                                    .limit = MOST_PAIRS};
  struct comparison comparison = lts_compare(a, b, options);
  bool holds = comparison.answer == COMPARE_HOLDS;
  if (comparison.answer == COMPARE_FAILS)
    strbuf_add(why, "all traces conform, but the specification does not "
                    "simulate the abstraction");
  else if (!holds)
    strbuf_format(why, "simulation: %s", comparison.reason);
  comparison_release(&comparison);
  lts_free(a);
  lts_free(b);
  return holds;
}

bool simulated_is_shown(const struct cegar *cegar, struct strbuf *why) {
  const struct specification *specification =
      cegar->component_options->specification;
  struct lts *component = view_predicate_lts(cegar, true);
  if (!component) {
    strbuf_add(why, "simulation: the predicate LTS is too large");
    return false;
  }
  bool ok = true;
  for (uint32_t i = 0; i < specification->count && ok; i++)
    ok = compare(component, specification->systems[i], why);
  lts_free(component);
  return ok;
}
