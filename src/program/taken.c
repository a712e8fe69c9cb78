#include "program/taken.h"

struct object_id program_object_at(const struct program *program,
                                   struct term t) {
  if (term_op(program->terms, t) != OP_VAR)
    return (struct object_id){0};
  struct variable variable = program_variable_of(program, t);
  return variable_is_none(variable)
             ? (struct object_id){0}
             : program_variable(program, variable)->object;
}

static void add_root(struct term_vec *roots, struct term t) {
  if (!term_is_none(t))
    term_vec_push(roots, t);
}

// All terms of the program; the function of a call by name is none.
static void collect_roots(const struct program *program,
                          struct term_vec *roots) {
  struct term_vec used = {0};
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      add_root(roots, program->objects.at[i].relocations[k].value);
  for (uint32_t i = 1; i < program->variables.count; i++)
    add_root(roots, program->variables.at[i].initial);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct edge_vec *edges = &program->procedures.at[i]->edges;
    for (uint32_t k = 1; k < edges->count; k++)
      operation_terms(&edges->at[k].op, &used);
  }
  for (uint32_t i = 0; i < used.count; i++)
    add_root(roots, used.at[i]);
  term_vec_release(&used);
}

void program_find_taken(const struct program *program, struct bitset *into) {
  struct term_vec roots = {0}, parts = {0};
  collect_roots(program, &roots);
  term_collect(program->terms, roots.at, roots.count, &parts);
  for (uint32_t i = 0; i < parts.count; i++) {
    struct object_id object = program_object_at(program, parts.at[i]);
    if (object.id && program_object(program, object)->kind == OBJECT_FUNCTION)
      bitset_add(into, program_object(program, object)->procedure.id);
  }
  term_vec_release(&roots);
  term_vec_release(&parts);
}
