// The blocks of a procedure: which allocations run at most once.
#include <stdlib.h>

#include "base/memory.h"
#include "library/routine.h"
#include "memory/targeting.h"
#include "program/flow.h"

static bool allocates(const struct targets *t, const struct operation *op) {
  if (op->kind == OPERATION_ALLOCATE)
    return true;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(t->program, op->call.callee);
  struct routine routine =
      routine_find(name_text(t->program->names, callee->name));
  return !callee->is_defined && !callee->is_error &&
         (routine_allocates(&routine) ||
          (t->options.has_handles && routine_opens(&routine)));
}

// The handles of one call are one: that which is open is the last. Older ones
// that are still known when it runs again are a doubt (remove_life.c).
static bool opens(const struct targets *t, const struct operation *op) {
  if (op->kind != OPERATION_CALL)
    return false;
  const struct procedure *callee =
      program_procedure(t->program, op->call.callee);
  struct routine routine =
      routine_find(name_text(t->program->names, callee->name));
  return routine_opens(&routine);
}

// A handle has some size, of which nobody knows what it is.
static uint64_t size_of_allocated(const struct targets *t,
                                  const struct operation *op) {
  enum { HANDLE_SIZE = 16 };
  if (op->kind == OPERATION_ALLOCATE)
    return term_is_const(t->program->terms, op->allocate.size)
               ? (uint64_t)term_value(t->program->terms, op->allocate.size)
               : 0;
  return opens(t, op) ? HANDLE_SIZE : 0;
}

// Can the edge be taken in several activations of its part?
static bool is_kept(const struct targets *t, uint32_t edge) {
  return t->options.inlined && inline_part_of(t->options.inlined, edge) != 0;
}

void targets_add_blocks(struct targets *t) {
  const struct program *program = t->program;
  block_vec_resize(&t->blocks, 1);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    bool is_ours = !program->objects.at[i].is_external;
    struct block block = {is_ours ? BLOCK_NAMED : BLOCK_OUTSIDE,
                          {i},
                          0,
                          program->objects.at[i].size,
                          false};
    const struct entry_object *input =
        t->options.entry
            ? entry_state_find(t->options.entry, (struct object_id){i})
            : NULL;
    if (input && !input->has_size) {
      block.kind = BLOCK_ONCE;
      block.size = 0;
    }
    block_vec_push(&t->blocks, block);
  }
  uint32_t *component = flow_components(t->procedure);
  t->of_edge =
      memory_new_zero(t->procedure->edges.count + 1, sizeof *t->of_edge);
  for (uint32_t i = 1; i < t->procedure->edges.count; i++) {
    const struct edge *edge = &t->procedure->edges.at[i];
    if (!allocates(t, &edge->op))
      continue;
    bool is_once = component[edge->from.id] != component[edge->to.id] ||
                   (edge->op.kind == OPERATION_ALLOCATE &&
                    edge->op.allocate.kind == ALLOCATION_BLOCK);
    bool is_again = !is_once && opens(t, &edge->op);
    bool is_many = (!is_once && !is_again) || is_kept(t, i);
    struct block block = {is_many ? BLOCK_MANY : BLOCK_ONCE,
                          {0},
                          i,
                          size_of_allocated(t, &edge->op),
                          is_again};
    t->of_edge[i] = block_vec_push(&t->blocks, block);
  }
  free(component);
  t->outside =
      block_vec_push(&t->blocks, (struct block){.kind = BLOCK_OUTSIDE});
  t->anywhere =
      block_vec_push(&t->blocks, (struct block){.kind = BLOCK_OUTSIDE});
}
