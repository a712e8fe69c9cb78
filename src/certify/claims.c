#include "certify/claims.h"

#include "solver/cvc5.h"

bool claims_refuted(const struct term_table *terms,
                    const struct term_vec *claims, struct poll poll,
                    uint64_t *asked, struct strbuf *why) {
  struct cvc5_options options = {.query_ms = 20000, .poll = poll};
  struct conjunctions list = {0};
  uint32_t failed = 0;
  for (uint32_t i = 0; i < claims->count; i++)
    if (!term_is_false(terms, claims->at[i]))
      conjunctions_add(&list, &claims->at[i], 1);
  *asked += list.ends.count;
  bool ok = !list.ends.count ||
            cvc5_refutes(terms, &list, &options, &failed, why) == ANSWER_UNSAT;
  conjunctions_release(&list);
  return ok;
}
