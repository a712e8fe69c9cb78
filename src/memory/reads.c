#include "memory/reads.h"

#include "program/operation.h"

struct looking {
  struct reads *reads;
  const struct term_table *terms;
  struct bitset seen; // terms, by id
};

// What is added in the term and in those it is made of.
static void add_constants(struct looking *looking, struct term t) {
  const struct term_table *terms = looking->terms;
  if (term_is_none(t) || bitset_has(&looking->seen, t.id))
    return;
  bitset_add(&looking->seen, t.id);
  for (uint32_t i = 0; i < term_arity(terms, t); i++) {
    struct term operand = term_operand(terms, t, i);
    if (term_op(terms, t) == OP_ADD && term_is_const(terms, operand) &&
        term_value(terms, operand) <= READS_MOST)
      bitset_add(&looking->reads->distances,
                 (uint32_t)term_value(terms, operand));
    add_constants(looking, operand);
  }
}

void reads_init(struct reads *reads, const struct program *program,
                const struct procedure *procedure) {
  struct looking looking = {.reads = reads, .terms = program->terms};
  struct term_vec terms = {0};
  *reads = (struct reads){0};
  bitset_add(&reads->distances, 0);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    operation_terms(&procedure->edges.at[i].op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    add_constants(&looking, terms.at[i]);
  term_vec_release(&terms);
  bitset_release(&looking.seen);
}

void reads_release(struct reads *reads) {
  bitset_release(&reads->distances);
}

bool reads_has(const struct reads *reads, uint64_t distance) {
  return distance > READS_MOST ||
         bitset_has(&reads->distances, (uint32_t)distance);
}
