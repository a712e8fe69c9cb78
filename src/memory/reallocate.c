#include "memory/reallocate.h"

#include <string.h>

#include "memory/known.h"
#include "program/pass.h"

enum { MOST_ROUNDS = 8 }; // a call may have what another gave

struct writing {
  struct program *program;
  struct term_table *terms;
  struct procedure made; // takes the place of the inlined one
  struct edge edge;      // the call
};

static bool is_call(const struct program *program, const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id || op->call.count != 2)
    return false;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  const struct term *arguments = op->call.arguments;
  struct sort word = sort_bits(program->pointer_width);
  return !callee->is_defined && !callee->is_error &&
         !strcmp(name_text(program->names, callee->name), "realloc") &&
         sort_equal(term_sort(program->terms, arguments[0]), word) &&
         sort_equal(term_sort(program->terms, arguments[1]), word) &&
         term_is_const(program->terms, arguments[1]) &&
         term_value(program->terms, arguments[1]) != 0;
}

static bool has_calls(const struct program *program,
                      const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (is_call(program, &procedure->edges.at[i].op))
      return true;
  return false;
}

// The size of all objects that the pointer can point to, or 0.
static uint64_t old_size(struct targets *targets, struct known *known,
                         const struct procedure *procedure, uint32_t edge) {
  struct term pointer = procedure->edges.at[edge].op.call.arguments[0];
  struct place_vec places = {0};
  struct place only;
  if (known_only_place(known, edge, pointer, &only))
    place_add(&places, only);
  else
    targets_of(targets, pointer, &places);
  uint64_t size = 0;
  bool is_known = places.count > 0;
  for (uint32_t i = 0; i < places.count; i++) {
    const struct block *block =
        &targets_blocks(targets)->at[places.at[i].object];
    bool is_heap = block->edge && procedure->edges.at[block->edge].op.kind ==
                                      OPERATION_ALLOCATE;
    is_known &= is_heap && block->size && !places.at[i].offset &&
                !places.at[i].modulus && (!size || size == block->size);
    size = block->size;
  }
  place_vec_release(&places);
  return is_known ? size : 0;
}

// New edges are at the place of the call.
static void add_edge(struct writing *w, struct location_id from,
                     struct location_id to, struct operation op,
                     enum undefined_reason undefined) {
  struct edge edge = w->edge;
  edge.from = from;
  edge.to = to;
  edge.op = op;
  edge.undefined = undefined;
  procedure_add_edge(&w->made, edge);
}

static struct location_id add_step(struct writing *w, struct location_id from,
                                   struct operation op) {
  struct location_id to = procedure_add_location(&w->made, w->edge.position);
  add_edge(w, from, to, op, UNDEFINED_NONE);
  return to;
}

static void add_check(struct writing *w, struct location_id from,
                      enum access_kind access, struct term address,
                      struct term size, enum undefined_reason reason) {
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = access, .address = address, .size = size}};
  add_edge(w, from, w->made.undefined, op, reason);
}

static struct operation allocation(struct variable target, struct term size) {
  return (struct operation){.kind = OPERATION_ALLOCATE,
                            .allocate = {.target = target,
                                         .size = size,
                                         .alignment = 16,
                                         .kind = ALLOCATION_HEAP,
                                         .may_fail = true}};
}

static struct location_id add_copy(struct writing *w, struct location_id at,
                                   struct term to, struct term from,
                                   uint64_t bytes) {
  struct term size = term_const(w->terms, w->program->pointer_width, bytes);
  add_check(w, at, ACCESS_READ, from, size, UNDEFINED_INVALID_READ);
  add_check(w, at, ACCESS_WRITE, to, size, UNDEFINED_INVALID_WRITE);
  at = add_step(w, at,
                (struct operation){
                    .kind = OPERATION_COPY,
                    .block = {.address = to, .source = from, .size = size}});
  add_check(w, at, ACCESS_FREE, from, (struct term){0}, UNDEFINED_INVALID_FREE);
  return add_step(
      w, at,
      (struct operation){.kind = OPERATION_FREE, .free = {.address = from}});
}

static void add_result(struct writing *w, struct location_id from,
                       struct term value) {
  struct variable target = w->edge.op.call.target;
  add_edge(w, from, w->edge.to,
           variable_is_none(target)
               ? operation_skip()
               : operation_assign_one(w->program, target, value),
           UNDEFINED_NONE);
}

static void write_out(struct writing *w, uint64_t old) {
  struct name name = intern(w->program->names, "reallocated");
  struct sort word = sort_bits(w->program->pointer_width);
  struct variable fresh =
      program_add_variable(w->program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = name,
                                                  .text = name,
                                                  .owner = w->made.frame},
                           word);
  struct term pointer = w->edge.op.call.arguments[0];
  struct term size = w->edge.op.call.arguments[1];
  struct term null = term_const(w->terms, sort_width(word), 0);
  struct term result = program_term(w->program, fresh);
  uint64_t bytes = (uint64_t)term_value(w->terms, size);
  struct term is_new = term_eq(w->terms, pointer, null);
  struct term fails = term_eq(w->terms, result, null);
  struct location_id at = add_step(w, w->edge.from, allocation(fresh, size));
  add_result(w, add_step(w, at, operation_assume(fails)), null);
  at = add_step(w, at, operation_assume(term_not(w->terms, fails)));
  add_result(w, add_step(w, at, operation_assume(is_new)), result);
  at = add_step(w, at, operation_assume(term_not(w->terms, is_new)));
  at = add_copy(w, at, result, pointer, bytes < old ? bytes : old);
  add_result(w, at, result);
}

static void replace(struct writing *w, struct inline_result *inlined) {
  struct provenance provenance;
  struct procedure *old = inlined->procedure;
  struct variable_vec variables = old->variables; // grew
  procedure_seal(&w->made);
  provenance_read(&provenance, &w->made, NULL);
  inline_follow(inlined, &provenance);
  provenance_release(&provenance);
  location_vec_release(&old->locations);
  edge_vec_release(&old->edges);
  *old = w->made;
  old->variables = variables;
  pass_made(w->program, old, "reallocate");
}

static uint32_t write_round(struct program *program,
                            struct inline_result *inlined,
                            const struct targets_options *options) {
  const struct procedure *from = inlined->procedure;
  struct targets *targets = targets_new(program, from, options);
  if (targets_is_given_up(targets)) {
    targets_free(targets);
    return 0;
  }
  struct known *known = known_new(program, from, inlined, targets);
  struct writing w = {
      .program = program, .terms = program->terms, .made = *from};
  uint32_t count = 0;
  w.made.locations = (struct location_vec){0};
  w.made.edges = (struct edge_vec){0};
  w.made.is_sealed = false;
  location_vec_append(&w.made.locations, from->locations.at,
                      from->locations.count);
  edge_vec_resize(&w.made.edges, 1);
  for (uint32_t i = 1; i < from->edges.count; i++) {
    w.edge = from->edges.at[i];
    w.edge.origin = i;
    uint64_t old =
        is_call(program, &w.edge.op) ? old_size(targets, known, from, i) : 0;
    if (old)
      write_out(&w, old);
    else
      procedure_add_edge(&w.made, w.edge);
    count += old != 0;
  }
  known_free(known);
  targets_free(targets);
  replace(&w, inlined);
  return count;
}

uint32_t reallocations_write_out(struct program *program,
                                 struct inline_result *inlined,
                                 bool unknown_writes_nothing) {
  struct targets_options options = {
      .inlined = inlined, .unknown_writes_nothing = unknown_writes_nothing};
  uint32_t total = 0, count = 1;
  for (uint32_t i = 0; i < MOST_ROUNDS && count; i++) {
    if (!has_calls(program, inlined->procedure))
      break;
    count = write_round(program, inlined, &options);
    total += count;
  }
  return total;
}
