#include "program/idle.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "program/flow.h"
#include "program/pass.h"

// A strongly connected component; by one of its locations.
struct loop {
  bool is_idle;              // as far as is known
  struct location_id in, to; // where it is entered, and where it leads
  uint32_t exit;             // an edge that leaves it
  uint32_t step;             // what its edges were made of
};

struct idle {
  struct program *program;
  struct procedure *procedure;
  const struct provenance *made_of;
  uint32_t *component; // by location
  struct loop *loops;  // by location
};

static struct loop *loop_at(const struct idle *idle, struct location_id at) {
  return &idle->loops[idle->component[at.id]];
}

static bool is_inside(const struct idle *idle, const struct edge *edge) {
  return idle->component[edge->from.id] &&
         idle->component[edge->from.id] == idle->component[edge->to.id];
}

// Edges that lead on in an idle loop, or out of it.
static bool is_of_idle(const struct idle *idle, const struct edge *edge) {
  return idle->component[edge->from.id] && loop_at(idle, edge->from)->is_idle;
}

// ---- Which loops could be -----------------------------------------------

static bool is_one(struct location_id *known, struct location_id at) {
  bool is_same = !known->id || known->id == at.id;
  *known = at;
  return is_same;
}

static bool is_same_step(const struct idle *idle, struct loop *loop,
                         uint32_t number) {
  struct edge_id edge = {number};
  uint32_t step = provenance_last(idle->made_of, edge).id;
  bool is_same = step && (!loop->step || loop->step == step);
  loop->step = step;
  return is_same;
}

static void look_inside(struct idle *idle, uint32_t number) {
  const struct edge *edge = &idle->procedure->edges.at[number];
  struct loop *loop = loop_at(idle, edge->from);
  loop->is_idle &=
      is_same_step(idle, loop, number) &&
      (edge->op.kind == OPERATION_ASSUME || edge->op.kind == OPERATION_ASSIGN);
}

static void look_out(struct idle *idle, uint32_t number) {
  const struct edge *edge = &idle->procedure->edges.at[number];
  struct loop *loop = loop_at(idle, edge->from);
  loop->exit = number;
  loop->is_idle &=
      is_same_step(idle, loop, number) && is_one(&loop->to, edge->to) &&
      edge->op.kind == OPERATION_ASSUME && edge->undefined == UNDEFINED_NONE;
}

static void find_loops(struct idle *idle) {
  const struct procedure *procedure = idle->procedure;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (is_inside(idle, edge))
      loop_at(idle, edge->from)->is_idle = true;
  }
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (is_inside(idle, edge)) {
      look_inside(idle, i);
      continue;
    }
    if (idle->component[edge->from.id])
      look_out(idle, i);
    if (idle->component[edge->to.id]) {
      struct loop *loop = loop_at(idle, edge->to);
      loop->is_idle &= is_one(&loop->in, edge->to);
    }
  }
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    idle->loops[i].is_idle &= idle->loops[i].in.id && idle->loops[i].exit;
}

// ---- What matters -------------------------------------------------------

static void add_variables(const struct idle *idle, struct term t,
                          struct bitset *set) {
  struct variable_vec found = {0};
  program_variables_in(idle->program, &t, 1, &found);
  for (uint32_t i = 0; i < found.count; i++)
    bitset_add(set, found.at[i].id);
  variable_vec_release(&found);
}

// All bindings of an assignment are done at once.
static void before_assignment(const struct idle *idle,
                              const struct operation *op, struct bitset *set) {
  struct term_vec values = {0};
  for (uint32_t i = 0; i < op->assign.count; i++)
    if (bitset_has(set, op->assign.bindings[i].target.id))
      term_vec_push(&values, op->assign.bindings[i].value);
  for (uint32_t i = 0; i < op->assign.count; i++)
    bitset_remove(set, op->assign.bindings[i].target.id);
  for (uint32_t i = 0; i < values.count; i++)
    add_variables(idle, values.at[i], set);
  term_vec_release(&values);
}

// From the variables that matter where the edge ends to those where it starts.
static bool before(void *context, uint32_t number, struct bitset *set) {
  const struct idle *idle = context;
  const struct edge *edge = &idle->procedure->edges.at[number];
  struct term_vec terms = {0};
  if (edge->op.kind == OPERATION_ASSIGN) {
    before_assignment(idle, &edge->op, set);
    return true;
  }
  if (!is_of_idle(idle, edge))
    operation_terms(&edge->op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    add_variables(idle, terms.at[i], set);
  term_vec_release(&terms);
  return true;
}

static bool assigns_any_of(const struct operation *op,
                           const struct bitset *set) {
  bool found = false;
  for (uint32_t i = 0; op->kind == OPERATION_ASSIGN && i < op->assign.count;
       i++)
    found |= bitset_has(set, op->assign.bindings[i].target.id);
  return found;
}

// Loops that assign what matters behind them are none; then more matters.
static bool drop_busy(struct idle *idle) {
  struct flow_sets sets = flow_solve_back(idle->procedure, before, idle);
  bool dropped = false;
  for (uint32_t i = 1; i < idle->procedure->edges.count; i++) {
    const struct edge *edge = &idle->procedure->edges.at[i];
    struct loop *loop = loop_at(idle, edge->from);
    if (!loop->is_idle || !assigns_any_of(&edge->op, &sets.at[loop->to.id]))
      continue;
    loop->is_idle = false;
    dropped = true;
  }
  flow_sets_release(&sets);
  return dropped;
}

// ---- Leaving them out ---------------------------------------------------

static bool is_any_idle(const struct idle *idle) {
  bool found = false;
  for (uint32_t i = 1; i < idle->procedure->locations.count; i++)
    found |= idle->loops[i].is_idle;
  return found;
}

// The one edge of an idle loop that leads on.
static void pass_by(struct procedure *procedure, const struct edge_vec *old,
                    const struct loop *loop) {
  struct edge edge = old->at[loop->exit];
  edge.from = loop->in;
  edge.op = operation_skip();
  edge.origin = loop->exit;
  procedure_add_edge(procedure, edge);
}

static void rewrite(struct idle *idle) {
  struct procedure *procedure = idle->procedure;
  struct edge_vec old = procedure->edges;
  procedure->edges = (struct edge_vec){0};
  procedure->is_sealed = false;
  edge_vec_resize(&procedure->edges, 1);
  for (uint32_t i = 1; i < old.count; i++) {
    struct edge edge = old.at[i];
    edge.origin = i;
    if (!is_of_idle(idle, &edge))
      procedure_add_edge(procedure, edge);
    else if (loop_at(idle, edge.from)->exit == i)
      pass_by(procedure, &old, loop_at(idle, edge.from));
  }
  edge_vec_release(&old);
  procedure_seal(procedure);
  pass_made(idle->program, procedure, "idle loops");
}

// What matters is kept by location.
static bool is_small(const struct idle *idle) {
  const uint64_t most = (uint64_t)1 << 28;
  return (uint64_t)idle->procedure->locations.count *
             idle->program->variables.count <
         most;
}

bool program_leave_idle(struct program *program, struct procedure *procedure,
                        const struct provenance *made_of) {
  struct idle idle = {.program = program,
                      .procedure = procedure,
                      .made_of = made_of,
                      .component = flow_components(procedure)};
  idle.loops = memory_new_zero(procedure->locations.count, sizeof *idle.loops);
  find_loops(&idle);
  bool found = is_any_idle(&idle) && is_small(&idle);
  while (found && drop_busy(&idle))
    found = is_any_idle(&idle);
  if (found)
    rewrite(&idle);
  free(idle.component);
  free(idle.loops);
  return found;
}
