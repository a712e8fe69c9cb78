#include "program/hidden.h"

#include "base/bitset.h"
#include "program/taken.h"

struct search {
  struct program *program;
  struct bitset seen; // procedures
  struct procedure_id_vec pending;
  struct term_vec roots, parts;
};

static void visit(struct search *s, struct procedure_id procedure) {
  if (program_procedure(s->program, procedure)->is_defined &&
      bitset_add(&s->seen, procedure.id))
    procedure_id_vec_push(&s->pending, procedure);
}

static void collect(struct search *s) {
  term_vec_clear(&s->parts);
  term_collect(s->program->terms, s->roots.at, s->roots.count, &s->parts);
  term_vec_clear(&s->roots);
}

static void visit_taken(struct search *s) {
  struct bitset taken = {0};
  program_find_taken(s->program, &taken);
  BITSET_EACH (id, &taken)
    visit(s, (struct procedure_id){id});
  bitset_release(&taken);
}

// What is accessed only directly is written only where its address is named.
static void expose(struct search *s, const struct operation *op) {
  struct variable_vec targets = {0};
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    program_variable(s->program, targets.at[i])->is_hidden = false;
  variable_vec_release(&targets);
  bool writes = op->kind == OPERATION_STORE || op->kind == OPERATION_UPDATE ||
                op->kind == OPERATION_COPY || op->kind == OPERATION_FILL;
  if (!writes)
    return;
  bool is_block = op->kind == OPERATION_COPY || op->kind == OPERATION_FILL;
  term_vec_push(&s->roots, is_block ? op->block.address : op->memory.address);
  collect(s);
  for (uint32_t i = 0; i < s->parts.count; i++) {
    struct object_id object = program_object_at(s->program, s->parts.at[i]);
    if (object.id)
      program_object(s->program, object)->is_hidden = false;
  }
}

void program_find_hidden(struct program *program) {
  struct search s = {.program = program};
  for (uint32_t i = 1; i < program->variables.count; i++)
    program->variables.at[i].is_hidden = program->variables.at[i].is_internal;
  for (uint32_t i = 1; i < program->objects.count; i++)
    program->objects.at[i].is_hidden =
        program->objects.at[i].is_internal && !program->objects.at[i].escapes;
  visit_taken(&s);
  while (s.pending.count) {
    struct procedure_id id = procedure_id_vec_pop(&s.pending);
    const struct edge_vec *edges = &program_procedure(program, id)->edges;
    for (uint32_t i = 1; i < edges->count; i++) {
      const struct operation *op = &edges->at[i].op;
      expose(&s, op);
      if (op->kind == OPERATION_CALL && op->call.callee.id)
        visit(&s, op->call.callee);
    }
  }
  bitset_release(&s.seen);
  procedure_id_vec_release(&s.pending);
  term_vec_release(&s.roots);
  term_vec_release(&s.parts);
}
