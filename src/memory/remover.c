// Emitting edges of the component, and the variables that the pass adds.
#include "memory/remover.h"

#include "program/rewrite.h"

// Emission

static struct term lay_out(void *context, struct term t) {
  const struct remover *r = context;
  return r->layout ? substitution_apply(r->layout, t) : t;
}

struct location_id remover_new_location(struct remover *r) {
  return procedure_add_location(r->made, r->from->edges.at[r->edge].position);
}

struct location_id remover_undefined(struct remover *r) {
  if (!r->made->undefined.id)
    r->made->undefined = remover_new_location(r);
  return r->made->undefined;
}

void remover_emit_to(struct remover *r, struct location_id from,
                     struct location_id to, struct operation op,
                     enum undefined_reason undefined) {
  const struct rewriter rewriter = {r, NULL, lay_out};
  struct edge edge = {
      .from = from,
      .to = to,
      .position = r->from->edges.at[r->edge].position,
      .undefined = undefined,
      .origin = r->edge,
      .op = r->layout ? operation_rewrite(r->program, &op, &rewriter) : op};
  procedure_add_edge(r->made, edge);
}

// To a new location, which is returned.
struct location_id remover_emit(struct remover *r, struct location_id from,
                                struct operation op) {
  struct location_id to = remover_new_location(r);
  remover_emit_to(r, from, to, op, UNDEFINED_NONE);
  return to;
}

struct location_id remover_emit_all(struct remover *r, struct location_id from,
                                    struct binding_vec *bindings) {
  if (bindings->count)
    from = remover_emit(
        r, from, operation_assign(r->program, bindings->at, bindings->count));
  binding_vec_release(bindings);
  return from;
}

struct location_id remover_emit_assume(struct remover *r,
                                       struct location_id from,
                                       struct term condition) {
  return remover_emit(r, from, operation_assume(condition));
}

void remover_emit_bindings(struct remover *r, struct location_id from,
                           struct location_id to,
                           const struct binding_vec *bindings) {
  remover_emit_to(r, from, to,
                  operation_assign(r->program, bindings->at, bindings->count),
                  UNDEFINED_NONE);
}

void remover_emit_skip(struct remover *r, struct location_id from,
                       struct location_id to) {
  remover_emit_to(r, from, to, operation_skip(), UNDEFINED_NONE);
}

struct term remover_pointer_const(const struct remover *r, uint64_t value) {
  return term_const(r->terms, r->program->pointer_width, value);
}

struct variable remover_add_variable(struct remover *r, const char *name,
                                     struct sort sort) {
  struct variable_info info = {.kind = VARIABLE_GLOBAL,
                               .name = intern(r->program->names, name),
                               .text = intern(r->program->names, name)};
  if (sort_is_array(sort))
    info.initial = term_const_array(r->terms, sort_index_width(sort),
                                    term_const(r->terms, sort_width(sort), 0));
  struct variable variable = program_add_variable(r->program, info, sort);
  variable_vec_push(&r->removal->own, variable);
  return variable;
}

// Havocs of cells

const struct block *remover_block_of(const struct remover *r, uint32_t block) {
  return &targets_blocks(r->removal->targets)->at[block];
}

const struct region *remover_region_of(const struct remover *r,
                                       uint32_t block) {
  return &r->regions->at.at[block];
}

void remover_list_cells(const struct remover *r, uint32_t block,
                        struct variable_vec *into) {
  const struct region *region = remover_region_of(r, block);
  for (uint32_t i = 0; i < region->cells.count; i++)
    variable_vec_push(into, region->cells.at[i].variable);
}

struct location_id remover_emit_havoc(struct remover *r,
                                      struct location_id from,
                                      const struct variable_vec *targets,
                                      enum havoc_origin origin,
                                      struct name what) {
  if (!targets->count)
    return from;
  return remover_emit(
      r, from,
      operation_havoc(r->program, targets->at, targets->count, origin, what));
}

// Perhaps something happens here that we cannot exclude.
struct term remover_emit_any(struct remover *r, struct location_id *at,
                             const char *what) {
  if (variable_is_none(r->choice))
    r->choice = remover_add_variable(r, "choice", sort_bits(32));
  *at = remover_emit(r, *at,
                     operation_havoc(r->program, &r->choice, 1,
                                     ORIGIN_APPROXIMATION,
                                     intern(r->program->names, what)));
  return term_eq(r->terms, program_term(r->program, r->choice),
                 term_const(r->terms, 32, 1));
}

struct location_id remover_emit_doubt(struct remover *r,
                                      struct location_id from,
                                      const char *what) {
  struct term is_taken = remover_emit_any(r, &from, what);
  struct location_id there = remover_emit_assume(r, from, is_taken);
  remover_emit(r, there, operation_doubt(intern(r->program->names, what)));
  return remover_emit_assume(r, from, term_not(r->terms, is_taken));
}
