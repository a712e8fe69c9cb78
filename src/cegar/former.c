#include "cegar/former.h"

#include "cegar/condition.h"

static bool is_told(const struct program *program, struct term atom,
                    const struct interner *texts) {
  bool is_found = false;
  for (unsigned form = 0; form < CONDITION_FORMS && !is_found; form++) {
    struct strbuf text = {0};
    is_found = condition_print(program, atom, form, &text) &&
               !name_is_none(intern_lookup(texts, strbuf_text(&text)));
    strbuf_release(&text);
  }
  return is_found;
}

void former_seed(struct cegar *cegar, const struct interner *texts) {
  const struct program *program = cegar->component->program;
  struct refinement *refinement = &cegar->refinement;
  for (uint32_t i = 0; i < units_count(refinement->units); i++) {
    const struct seed_vec *seeds = unit_seeds(refinement->units, i);
    for (uint32_t k = 0; k < seeds->count; k++)
      if (is_told(program, seeds->at[k].atom, texts))
        seeds_add(&refinement->extra, seeds->at[k]);
  }
}
