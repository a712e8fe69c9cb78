#include "program/callgraph.h"

#include "base/bitset.h"
#include "base/check.h"
#include "base/memory.h"

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
  struct activation_vec stack;
  uint32_t *numbers;  // by procedure, in the order of discovery; 0: unseen
  uint32_t *earliest; // by procedure: the first one of an open group that it
                      // can come back to, as far as seen, by its number
  uint32_t count, group_count;
  struct procedure_id_vec open; // met, and in no group yet
};

struct procedure *callgraph_callee(const struct program *program,
                                   const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return NULL;
  struct procedure *callee = program_procedure(program, op->call.callee);
  return callee->is_defined ? callee : NULL;
}

static void enter(struct walk *walk, struct procedure_id procedure) {
  walk->numbers[procedure.id] = walk->earliest[procedure.id] = ++walk->count;
  procedure_id_vec_push(&walk->open, procedure);
  activation_vec_push(&walk->stack, (struct activation){procedure, 1});
}

// What was met since the procedure, and is in no group yet, comes back to it.
static void close_group(struct walk *walk, struct procedure_id first) {
  struct procedure_id member;
  walk->group_count++;
  do {
    member = procedure_id_vec_pop(&walk->open);
    walk->graph->groups.at[member.id] = walk->group_count;
    procedure_id_vec_push(&walk->graph->order, member);
  } while (member.id != first.id);
}

static void come_back(struct walk *walk, struct procedure_id from,
                      uint32_t number) {
  if (number < walk->earliest[from.id])
    walk->earliest[from.id] = number;
}

static void leave(struct walk *walk) {
  struct procedure_id done = activation_vec_pop(&walk->stack).procedure;
  uint32_t earliest = walk->earliest[done.id];
  if (earliest == walk->numbers[done.id])
    close_group(walk, done);
  else
    come_back(walk, activation_vec_last(&walk->stack)->procedure, earliest);
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

// The first call that leads back to a procedure that is active.
static void keep_cycle(struct walk *walk, struct procedure_id procedure) {
  struct procedure_id_vec *cycle = &walk->graph->cycle;
  uint32_t first = 0;
  if (cycle->count)
    return;
  while (walk->stack.at[first].procedure.id != procedure.id)
    first++;
  for (uint32_t i = first; i < walk->stack.count; i++)
    procedure_id_vec_push(cycle, walk->stack.at[i].procedure);
  procedure_id_vec_push(cycle, procedure);
}

static void walk_from(struct walk *walk, struct procedure_id root) {
  enter(walk, root);
  while (walk->stack.count) {
    const struct procedure *callee = next_callee(walk);
    if (!callee) {
      leave(walk);
    } else if (!walk->numbers[callee->self.id]) {
      enter(walk, callee->self);
    } else if (!walk->graph->groups.at[callee->self.id]) {
      come_back(walk, activation_vec_last(&walk->stack)->procedure,
                walk->numbers[callee->self.id]);
      keep_cycle(walk, callee->self);
    }
  }
}

// Each once, callees before their callers, recursion and kept ones aside.
static bool is_ordered(const struct callgraph *graph,
                       const struct program *program,
                       const struct bitset *kept) {
  struct bitset met = {0};
  bool ok = true;
  for (uint32_t i = 0; i < graph->order.count && ok; i++) {
    const struct procedure *procedure =
        program_procedure(program, graph->order.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count && ok; k++) {
      const struct procedure *callee =
          callgraph_callee(program, &procedure->edges.at[k].op);
      ok = !callee || bitset_has(&met, callee->self.id) ||
           (kept && bitset_has(kept, callee->self.id)) ||
           callgraph_is_recursive(graph, procedure->self, callee->self);
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
  uint32_t count = program->procedures.count;
  walk.numbers = memory_new_zero(count, sizeof *walk.numbers);
  walk.earliest = memory_new_zero(count, sizeof *walk.earliest);
  u32_vec_resize(&graph->groups, count);
  procedure_id_vec_push(&graph->roots, root);
  for (uint32_t i = 0; i < graph->roots.count; i++)
    if (!walk.numbers[graph->roots.at[i].id])
      walk_from(&walk, graph->roots.at[i]);
  DCHECK(is_ordered(graph, program, kept), "a caller comes before its callee");
  free(walk.numbers);
  free(walk.earliest);
  procedure_id_vec_release(&walk.open);
  bitset_release(&walk.listed);
  activation_vec_release(&walk.stack);
}

void callgraph_init(struct callgraph *graph, const struct program *program,
                    struct procedure_id root) {
  callgraph_init_keeping(graph, program, root, NULL);
}

bool callgraph_is_recursive(const struct callgraph *graph,
                            struct procedure_id caller,
                            struct procedure_id callee) {
  return graph->groups.at[caller.id] == graph->groups.at[callee.id];
}

void callgraph_release(struct callgraph *graph) {
  u32_vec_release(&graph->groups);
  procedure_id_vec_release(&graph->order);
  procedure_id_vec_release(&graph->cycle);
  procedure_id_vec_release(&graph->roots);
}

void callgraph_find_kept(const struct program *program,
                         struct procedure_id root, struct bitset *kept) {
  bool has_cycle = true;
  while (has_cycle) {
    struct callgraph graph;
    callgraph_init_keeping(&graph, program, root, kept);
    has_cycle = graph.cycle.count != 0;
    if (has_cycle)
      bitset_add(kept, graph.cycle.at[0].id);
    callgraph_release(&graph);
  }
}
