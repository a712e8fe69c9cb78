// A proof that speaks of divisors (tactic/divisors.h).
#include "cegar/internal.h"
#include "cegar/record.h"
#include "tactic/divisors.h"

bool cegar_by_divisors(struct cegar *cegar) {
  struct divisors divisors;
  struct term_vec claims = {0};
  cegar->options.progress->phase = "looking at divisors";
  bool is_proved =
      divisors_prove(&divisors, cegar->component->question, cegar->solver,
                     cegar->options.log, cegar_poll(cegar), &claims);
  if (is_proved) {
    record_lemmas(cegar, &divisors.lemmas, &cegar->told);
    cegar_conclude_by_claims(cegar, PROOF_DIVISORS, &claims);
  }
  term_vec_release(&claims);
  divisors_release(&divisors);
  return is_proved;
}
