// A proof that speaks of single elements of arrays (tactic/elements.h).
#include "cegar/internal.h"
#include "cegar/record.h"
#include "tactic/elements.h"

bool cegar_by_elements(struct cegar *cegar) {
  struct elements elements;
  struct term_vec claims = {0};
  cegar->options.progress->phase = "looking at elements of arrays";
  bool is_proved = elements_prove(
      &elements, cegar->component->question,
      cegar->loops.blocks ? &cegar->loops.lemmas : NULL, cegar->solver,
      cegar->options.log, cegar_poll(cegar), &claims);
  if (is_proved) {
    record_lemmas(cegar, &elements.lemmas, &cegar->told);
    cegar_conclude_by_claims(cegar, PROOF_ELEMENTS, &claims);
  }
  term_vec_release(&claims);
  elements_release(&elements);
  return is_proved;
}
