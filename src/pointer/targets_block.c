// The blocks of a procedure: which allocations run at most once.
#include <stdlib.h>

#include "base/memory.h"
#include "library/routine.h"
#include "pointer/targeting.h"

// Strongly connected components, by two walks (Kosaraju): locations are listed
// as they are left, and collected backwards from the last one.
struct components {
  const struct procedure *procedure;
  struct u32_vec order; // of leaving
  uint32_t *component;  // by location
};

static void list_in_order(struct components *c) {
  const struct procedure *procedure = c->procedure;
  uint32_t count = procedure->locations.count;
  uint32_t *next = memory_new_zero(count, sizeof *next); // edge + 1, 0: unseen
  struct u32_vec stack = {0};
  next[procedure->entry.id] = 1;
  u32_vec_push(&stack, procedure->entry.id);
  while (stack.count) {
    uint32_t at = *u32_vec_last(&stack);
    const struct location *location = &procedure->locations.at[at];
    if (next[at] > location->out_count) {
      u32_vec_push(&c->order, u32_vec_pop(&stack));
      continue;
    }
    uint32_t edge = location->first_out + next[at]++ - 1;
    uint32_t to = procedure->edges.at[edge].to.id;
    if (!next[to]) {
      next[to] = 1;
      u32_vec_push(&stack, to);
    }
  }
  free(next);
  u32_vec_release(&stack);
}

static void collect_components(struct components *c) {
  const struct procedure *procedure = c->procedure;
  struct u32_vec *sources =
      memory_new_zero(procedure->locations.count, sizeof *sources);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    u32_vec_push(&sources[procedure->edges.at[i].to.id],
                 procedure->edges.at[i].from.id);
  struct u32_vec pending = {0};
  for (uint32_t i = c->order.count; i-- > 0;) {
    uint32_t root = c->order.at[i];
    if (c->component[root])
      continue;
    c->component[root] = root;
    u32_vec_push(&pending, root);
    while (pending.count) {
      const struct u32_vec *from = &sources[u32_vec_pop(&pending)];
      for (uint32_t k = 0; k < from->count; k++) {
        if (c->component[from->at[k]])
          continue;
        c->component[from->at[k]] = root;
        u32_vec_push(&pending, from->at[k]);
      }
    }
  }
  for (uint32_t i = 0; i < procedure->locations.count; i++)
    u32_vec_release(&sources[i]);
  free(sources);
  u32_vec_release(&pending);
}

static bool allocates(const struct targets *t, const struct operation *op) {
  if (op->kind == OPERATION_ALLOCATE)
    return true;
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(t->program, op->call.callee);
  struct routine routine =
      routine_find(name_text(t->program->names, callee->name));
  return !callee->is_defined &&
         (routine_allocates(&routine) ||
          (t->options.has_handles && routine_opens(&routine)));
}

// The handles of one call are one: that which is open is the last.
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

void targets_add_blocks(struct targets *t) {
  const struct program *program = t->program;
  block_vec_resize(&t->blocks, 1);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    bool is_ours = !program->objects.at[i].is_external;
    struct block block = {is_ours ? BLOCK_NAMED : BLOCK_OUTSIDE,
                          {i},
                          0,
                          program->objects.at[i].size};
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
  struct components c = {.procedure = t->procedure};
  c.component =
      memory_new_zero(t->procedure->locations.count, sizeof *c.component);
  list_in_order(&c);
  collect_components(&c);
  t->of_edge =
      memory_new_zero(t->procedure->edges.count + 1, sizeof *t->of_edge);
  for (uint32_t i = 1; i < t->procedure->edges.count; i++) {
    const struct edge *edge = &t->procedure->edges.at[i];
    if (!allocates(t, &edge->op))
      continue;
    bool is_once = c.component[edge->from.id] != c.component[edge->to.id] ||
                   (edge->op.kind == OPERATION_ALLOCATE &&
                    edge->op.allocate.kind == ALLOCATION_BLOCK) ||
                   opens(t, &edge->op);
    struct block block = {is_once ? BLOCK_ONCE : BLOCK_MANY,
                          {0},
                          i,
                          size_of_allocated(t, &edge->op)};
    t->of_edge[i] = block_vec_push(&t->blocks, block);
  }
  free(c.component);
  u32_vec_release(&c.order);
  t->outside =
      block_vec_push(&t->blocks, (struct block){.kind = BLOCK_OUTSIDE});
}
