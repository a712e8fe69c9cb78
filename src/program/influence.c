#include "program/influence.h"

void influence_release(struct influence *influence) {
  bitset_release(&influence->marked);
  bitset_release(&influence->seen);
  u32_vec_release(&influence->first);
  influence_source_vec_release(&influence->sources);
  u32_vec_release(&influence->pending);
  term_vec_release(&influence->walk);
}

void influence_add(struct influence *influence, struct variable target,
                   struct term value) {
  if (target.id >= influence->first.count)
    u32_vec_resize(&influence->first, influence->program->variables.count);
  uint32_t *first = &influence->first.at[target.id];
  struct influence_source source = {value, *first};
  *first = influence_source_vec_push(&influence->sources, source) + 1;
}

static void mark_variable(struct influence *influence,
                          struct variable variable) {
  if (bitset_add(&influence->marked, variable.id))
    u32_vec_push(&influence->pending, variable.id);
}

static void see(struct influence *influence, struct term t) {
  if (bitset_add(&influence->seen, t.id))
    term_vec_push(&influence->walk, t);
}

void influence_mark(struct influence *influence, struct term t) {
  const struct term_table *terms = influence->program->terms;
  if (term_is_none(t)) {
    mark_variable(influence, (struct variable){0});
    return;
  }
  see(influence, t);
  while (influence->walk.count) {
    struct term top = term_vec_pop(&influence->walk);
    if (term_op(terms, top) == OP_VAR)
      mark_variable(influence, program_variable_of(influence->program, top));
    for (uint32_t i = 0; i < term_arity(terms, top); i++)
      see(influence, term_operand(terms, top, i));
  }
}

void influence_close(struct influence *influence) {
  while (influence->pending.count) {
    uint32_t variable = u32_vec_pop(&influence->pending);
    uint32_t source = 0;
    if (variable < influence->first.count)
      source = influence->first.at[variable];
    while (source) {
      struct influence_source found = influence->sources.at[source - 1];
      influence_mark(influence, found.value);
      source = found.next;
    }
  }
}

bool influence_matters(const struct influence *influence,
                       struct variable variable) {
  return bitset_has(&influence->marked, variable.id);
}
