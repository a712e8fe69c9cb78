// Variables of the checked function that events speak of (spec/locals.c): what
// stands for each is set where the function begins, and wherever the variable
// is set; of one that lies in memory it is the address.
//
// Another call of the function has variables of its own: behind a call that may
// come back to it they are set again.
#include "weave/weaver.h"

#include "program/callgraph.h"

struct follow {
  struct weaver *w;
  struct variable variable; // that is followed
  struct variable stand_in;
};

static struct operation take_over(const struct follow *f) {
  return operation_assign_one(f->w->program, f->stand_in,
                              program_term(f->w->program, f->variable));
}

static bool sets(const struct operation *op, struct variable variable) {
  struct variable_vec targets = {0};
  bool found = false;
  if (op->kind != OPERATION_HAVOC || op->havoc.origin != ORIGIN_UNINITIALISED)
    operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    found |= variable_equal(targets.at[i], variable);
  variable_vec_release(&targets);
  return found;
}

// Behind the edge, which does not lead to an end.
static void set_behind(const struct follow *f, uint32_t edge) {
  struct procedure *procedure = f->w->procedure;
  f->w->position = procedure->edges.at[edge].position;
  struct location_id to = procedure->edges.at[edge].to;
  if (to.id == procedure->undefined.id || to.id == procedure->exit.id)
    return;
  struct location_id between = weave_location(f->w);
  procedure->edges.at[edge].to = between;
  weave_edge_to(f->w, between, to, take_over(f));
}

static void follow_variable(const struct follow *f, uint32_t edges,
                            const struct callgraph *graph) {
  struct procedure *procedure = f->w->procedure;
  for (uint32_t i = 1; i < edges; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    const struct procedure *callee = callgraph_callee(f->w->program, op);
    if (sets(op, f->variable) ||
        (callee &&
         callgraph_is_recursive(graph, procedure->self, callee->self)))
      set_behind(f, i);
  }
}

// What holds at the entry: a parameter has its value, others have none yet. For
// a pointer that is an address at which there is nothing, nor behind it.
static struct location_id begin(const struct follow *f, bool is_set,
                                struct location_id from) {
  struct program *program = f->w->program;
  unsigned width =
      term_width(program->terms, program_term(program, f->stand_in));
  u128 none = width == program->pointer_width ? (u128)1 << (width - 1) : 0;
  struct operation nothing = operation_assign_one(
      program, f->stand_in, term_const(program->terms, width, none));
  return weave_edge(f->w, from, is_set ? take_over(f) : nothing);
}

bool weave_locals(struct weaver *w) {
  const struct spec_local_vec *locals = &w->spec->locals;
  if (!locals->count || w->check->procedure.id != w->procedure->self.id)
    return false;
  uint32_t edges = w->procedure->edges.count;
  struct location_id body = w->procedure->entry;
  struct location_id at = weave_location(w), first = at;
  struct callgraph graph;
  callgraph_init(&graph, w->program, w->procedure->self);
  for (uint32_t i = 0; i < locals->count; i++) {
    struct spec_local_place place;
    struct follow f = {.w = w, .stand_in = locals->at[i].stand_in};
    bool has_it =
        spec_local_in(w->spec, w->procedure, locals->at[i].name, &place);
    if (place.object.id)
      place.variable = program_object(w->program, place.object)->address;
    f.variable = place.variable;
    w->position = w->procedure->position;
    bool is_set = has_it && (place.object.id ||
                             program_variable(w->program, f.variable)->kind ==
                                 VARIABLE_PARAMETER);
    at = begin(&f, is_set, at);
    if (has_it)
      follow_variable(&f, edges, &graph);
  }
  callgraph_release(&graph);
  w->procedure->entry = first;
  weave_edge_to(w, at, body, operation_skip());
  return true;
}
