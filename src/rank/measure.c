#include "rank/measure.h"

struct term measure_grows(const struct measure *measure,
                          struct symbolic_state *after) {
  struct term_table *terms = after->program->terms;
  struct term then = symbolic_state_read(after, measure->value);
  struct term grows = term_compare(terms, OP_SLT, measure->value, then);
  if (term_is_none(measure->floor))
    return grows;
  return term_and(terms, grows,
                  term_compare(terms, OP_SLT, measure->floor, then));
}

struct term measure_stays(const struct measure *measure,
                          struct symbolic_state *after) {
  struct term_table *terms = after->program->terms;
  struct term then = symbolic_state_read(after, measure->value);
  struct term stays = term_compare(terms, OP_SLE, measure->value, then);
  if (term_is_none(measure->floor))
    return stays;
  return term_or(terms, stays,
                 term_compare(terms, OP_SLE, measure->value, measure->floor));
}
