#include "confirm/detour.h"

#include <string.h>

#include "confirm/sharp.h"
#include "run/library.h"
#include "run/wish.h"

// Branches

static void add_branch(struct detour *detour, uint32_t step,
                       struct edge_id id) {
  const struct component *component = detour->component;
  const struct edge *made =
      procedure_edge(component->behaviour->plain.procedure, id);
  struct inline_origin origin =
      *plain_component_written(&component->behaviour->plain, id);
  if (made->op.kind != OPERATION_ASSUME || !origin.procedure.id)
    return;
  const struct edge *edge = procedure_edge(
      program_procedure(component->program, origin.procedure), origin.edge);
  if (edge->op.kind == OPERATION_ASSUME)
    detour_branch_vec_push(
        &detour->branches,
        (struct detour_branch){origin.procedure, edge->from, edge->to, step});
}

void detour_init(struct detour *detour, const struct component *component,
                 const struct edge_id_vec *path) {
  *detour = (struct detour){.component = component, .path = path};
  for (uint32_t i = 0; i < path->count; i++) {
    uint32_t count;
    const uint32_t *steps =
        provenance_steps(&component->provenance, path->at[i], &count);
    for (uint32_t k = 0; k < count; k++)
      add_branch(detour, i, (struct edge_id){steps[k]});
  }
}

void detour_release(struct detour *detour) {
  detour_branch_vec_release(&detour->branches);
}

// The edge of the program that is taken last, or null.
static const struct edge *last_written(const struct detour *detour,
                                       struct procedure_id *in) {
  const struct component *component = detour->component;
  for (uint32_t i = detour->path->count; i-- > 0;) {
    uint32_t count;
    const uint32_t *steps =
        provenance_steps(&component->provenance, detour->path->at[i], &count);
    while (count-- > 0) {
      struct inline_origin origin = *plain_component_written(
          &component->behaviour->plain, (struct edge_id){steps[count]});
      *in = origin.procedure;
      if (origin.procedure.id)
        return procedure_edge(
            program_procedure(component->program, origin.procedure),
            origin.edge);
    }
  }
  return NULL;
}

// A path that ends in a function that was called does not come to where the
// call leads, and nobody arrives where a return does.
void detour_want_end(struct detour *detour) {
  struct procedure_id in;
  const struct edge *edge = last_written(detour, &in);
  const struct program *program = detour->component->program;
  if (!edge || (edge->op.kind == OPERATION_CALL &&
                (!edge->op.call.callee.id ||
                 program_procedure(program, edge->op.call.callee)->is_defined)))
    return;
  detour->last_in = in;
  detour->last = edge->op.kind == OPERATION_RETURN ? edge->from : edge->to;
}

static void pass(struct detour *detour, struct procedure_id procedure,
                 struct location_id location) {
  detour->has_passed |=
      !detour->last.id ||
      (procedure.id == detour->last_in.id && location.id == detour->last.id);
}

static void on_arrival(void *context, struct procedure_id procedure,
                       struct location_id location) {
  struct detour *detour = context;
  if (detour->has_left)
    return;
  if (detour->passed == detour->branches.count) {
    if (detour->last.id)
      pass(detour, procedure, location);
    return;
  }
  const struct detour_branch *next = &detour->branches.at[detour->passed];
  if (detour->is_at_branch) {
    detour->has_left = location.id != next->to.id;
    detour->is_at_branch = false;
    if (detour->has_left)
      return;
    if (++detour->passed == detour->branches.count) {
      pass(detour, procedure, location);
      return;
    }
    next++;
  }
  detour->is_at_branch =
      procedure.id == next->procedure.id && location.id == next->from.id;
}

struct follower detour_follower(struct detour *detour) {
  return (struct follower){.context = detour, .arrive = on_arrival};
}

// Reasons

// What decides where the layout would.
static bool is_choice(const struct component *component,
                      struct variable variable) {
  const struct program *program = component->program;
  return bitset_has(&component->behaviour->own, variable.id) &&
         !strcmp(name_text(program->names,
                           program_variable(program, variable)->name),
                 "choice");
}

// A choice is no reason: sharp conditions tell what it is about.
static bool is_taken_by(const struct component *component,
                        const struct effect *effect, struct bitset *wanted) {
  bool found = false;
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    struct variable variable = effect->havocked[i];
    if (!bitset_has(wanted, variable.id))
      continue;
    bitset_remove(wanted, variable.id);
    found |= !is_choice(component, variable);
  }
  return found;
}

// The last step before the branch that takes something from outside that its
// condition depends on, or UINT32_MAX.
static uint32_t find_source(const struct detour *detour, uint32_t step) {
  const struct component *component = detour->component;
  struct sharp sharp;
  sharp_init(&sharp, component);
  const struct effect *at = sharp.effects->at;
  struct bitset wanted = {0};
  program_mark_variables(component->program,
                         at[detour->path->at[step].id].guard, &wanted);
  uint32_t found = UINT32_MAX;
  for (uint32_t i = step; i-- > 0 && found == UINT32_MAX;) {
    uint32_t id = detour->path->at[i].id;
    if (is_taken_by(component, &component->effects->at[id], &wanted))
      found = i;
    effect_want_before(component->program, &at[id], &wanted);
  }
  bitset_release(&wanted);
  sharp_release(&sharp);
  return found;
}

// The call that the edge, or the havoc after it, was made of; or none.
static const struct procedure *callee_of(const struct component *component,
                                         struct edge_id edge) {
  const struct operation *op = &component_with_pointers(component, edge)->op;
  return op->kind == OPERATION_CALL && op->call.callee.id
             ? program_procedure(component->program, op->call.callee)
             : NULL;
}

static void tell_source(const struct detour *detour, uint32_t step,
                        struct strbuf *out) {
  const struct component *component = detour->component;
  const struct program *program = component->program;
  struct edge_id id = detour->path->at[step];
  const struct effect *effect = &component->effects->at[id.id];
  const struct procedure *callee = callee_of(component, id);
  if (!callee && effect->origin != ORIGIN_APPROXIMATION)
    return;
  const char *name =
      name_text(program->names, callee ? callee->name : effect->what);
  bool reads = reading_find(name) || reading_is_stored(name);
  if (reading_is_stored(name))
    name = "scanf";
  strbuf_format(
      out, callee ? ", after the call of `%s` at " : ", after `%s` at ", name);
  position_print(program->names,
                 procedure_edge(component->procedure, id)->position, out);
  if (!callee)
    strbuf_add(out, ", which is approximated");
  else if (callee->is_defined)
    strbuf_add(out, ", which is kept (--keep): it is taken to do anything that "
                    "it may do");
  else if (reads)
    strbuf_add(out, ", which reads something else there, whatever the input");
  else if (library_find(name))
    strbuf_add(out, ", which does not do there what the path takes it to do: "
                    "give it a `proc`");
  else
    strbuf_add(out, ", which may return anything and change every global: "
                    "give it a `proc` with `modifies`");
}

bool detour_tell(const struct detour *detour, struct strbuf *out) {
  const struct component *component = detour->component;
  if (!detour->has_left)
    return false;
  uint32_t step = detour->branches.at[detour->passed].step;
  strbuf_add(out, "goes another way at ");
  position_print(
      component->program->names,
      procedure_edge(component->procedure, detour->path->at[step])->position,
      out);
  uint32_t source = find_source(detour, step);
  if (source != UINT32_MAX)
    tell_source(detour, source, out);
  return true;
}
