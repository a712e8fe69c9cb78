#include "program/callgraph.h"

#include "base/bitset.h"
#include "base/check.h"
#include "base/memory.h"

enum color { UNSEEN, ACTIVE, DONE }; // ACTIVE: on the stack

struct activation {
  struct procedure_id procedure;
  uint32_t next; // its first edge that was not looked at
};

VEC_DEFINE(activation_vec, struct activation);

struct walk {
  const struct program *program;
  struct callgraph *graph;
  const struct bitset *kept; // or null
  struct bitset listed;      // kept ones that are roots
  uint8_t *colors;           // by procedure
  struct activation_vec stack;
};

struct procedure *callgraph_callee(const struct program *program,
                                   const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return NULL;
  struct procedure *callee = program_procedure(program, op->call.callee);
  return callee->is_defined ? callee : NULL;
}

static void enter(struct walk *walk, struct procedure_id procedure) {
  walk->colors[procedure.id] = ACTIVE;
  activation_vec_push(&walk->stack, (struct activation){procedure, 1});
}

static void leave(struct walk *walk) {
  struct procedure_id done = activation_vec_pop(&walk->stack).procedure;
  walk->colors[done.id] = DONE;
  procedure_id_vec_push(&walk->graph->order, done);
}

// Is it a call that is not followed? What it calls is looked at later.
static bool is_kept(struct walk *walk, const struct procedure *callee) {
  if (!walk->kept || !bitset_has(walk->kept, callee->self.id))
    return false;
  if (bitset_add(&walk->listed, callee->self.id))
    procedure_id_vec_push(&walk->graph->roots, callee->self);
  return true;
}

// The next body that the procedure on top calls, or null.
static struct procedure *next_callee(struct walk *walk) {
  struct activation *top = activation_vec_last(&walk->stack);
  const struct edge_vec *edges =
      &program_procedure(walk->program, top->procedure)->edges;
  while (top->next < edges->count) {
    const struct operation *op = &edges->at[top->next++].op;
    struct procedure *callee = callgraph_callee(walk->program, op);
    if (callee && !is_kept(walk, callee))
      return callee;
  }
  return NULL;
}

static void close_cycle(struct walk *walk, struct procedure_id procedure) {
  uint32_t first = 0;
  while (walk->stack.at[first].procedure.id != procedure.id)
    first++;
  struct procedure_id_vec *cycle = &walk->graph->cycle;
  for (uint32_t i = first; i < walk->stack.count; i++)
    procedure_id_vec_push(cycle, walk->stack.at[i].procedure);
  procedure_id_vec_push(cycle, procedure);
  procedure_id_vec_clear(&walk->graph->order);
}

// Stops at the first cycle.
static void walk_from(struct walk *walk, struct procedure_id root) {
  enter(walk, root);
  while (walk->stack.count) {
    const struct procedure *callee = next_callee(walk);
    if (!callee) {
      leave(walk);
    } else if (walk->colors[callee->self.id] == UNSEEN) {
      enter(walk, callee->self);
    } else if (walk->colors[callee->self.id] == ACTIVE) {
      close_cycle(walk, callee->self);
      return;
    }
  }
}

// Each once, callees before their callers, kept ones aside.
static bool is_ordered(const struct callgraph *graph,
                       const struct program *program,
                       const struct bitset *kept) {
  struct bitset met = {0};
  bool ok = !graph->order.count == (graph->cycle.count > 0);
  for (uint32_t i = 0; i < graph->order.count && ok; i++) {
    const struct procedure *procedure =
        program_procedure(program, graph->order.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count && ok; k++) {
      const struct procedure *callee =
          callgraph_callee(program, &procedure->edges.at[k].op);
      ok = !callee || bitset_has(&met, callee->self.id) ||
           (kept && bitset_has(kept, callee->self.id));
    }
    ok = ok && bitset_add(&met, procedure->self.id);
  }
  bitset_release(&met);
  return ok;
}

void callgraph_init_keeping(struct callgraph *graph,
                            const struct program *program,
                            struct procedure_id root,
                            const struct bitset *kept) {
  CHECK(program_procedure(program, root)->is_defined,
        "call graph of a procedure without a body");
  *graph = (struct callgraph){0};
  struct walk walk = {.program = program, .graph = graph, .kept = kept};
  walk.colors = memory_new_zero(program->procedures.count, 1);
  procedure_id_vec_push(&graph->roots, root);
  for (uint32_t i = 0; i < graph->roots.count && !graph->cycle.count; i++)
    if (walk.colors[graph->roots.at[i].id] == UNSEEN)
      walk_from(&walk, graph->roots.at[i]);
  DCHECK(is_ordered(graph, program, kept), "a caller comes before its callee");
  free(walk.colors);
  bitset_release(&walk.listed);
  activation_vec_release(&walk.stack);
}

void callgraph_init(struct callgraph *graph, const struct program *program,
                    struct procedure_id root) {
  callgraph_init_keeping(graph, program, root, NULL);
}

void callgraph_release(struct callgraph *graph) {
  procedure_id_vec_release(&graph->order);
  procedure_id_vec_release(&graph->cycle);
  procedure_id_vec_release(&graph->roots);
}
