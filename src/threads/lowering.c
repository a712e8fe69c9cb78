#include "threads/lowering.h"

#include "program/access.h"
#include "threads/kinds.h"

struct term lowering_argument(const struct lowering *l, uint32_t index) {
  return index < l->count ? l->arguments[index]
                          : term_const(l->terms, l->program->pointer_width, 0);
}

struct term lowering_number(const struct lowering *l, uint64_t value) {
  return term_const(l->terms, 32, value);
}

struct term lowering_self(const struct lowering *l) {
  bool is_kind = l->crew->threads.at[l->thread].is_kind;
  return lowering_number(l, is_kind ? KINDS_ID + l->thread : l->thread + 1);
}

struct term lowering_is(const struct lowering *l, struct term t,
                        uint64_t value) {
  return term_eq(l->terms, t,
                 term_const(l->terms, term_width(l->terms, t), value));
}

struct crew_edge *lowering_emit_to(struct lowering *l, struct operation op,
                                   uint32_t to) {
  struct crew_edge edge = l->edge;
  edge.from = l->at;
  edge.to = to;
  edge.op = op;
  edge.undefined = UNDEFINED_NONE;
  edge.step = l->step;
  edge.is_settled = true;
  edge.is_event = false;
  edge.releases = l->releases;
  l->at = to;
  uint32_t index = crew_edge_vec_push(&l->crew->edges, edge);
  return &l->crew->edges.at[index]; // which may have moved
}

struct crew_edge *lowering_emit(struct lowering *l, struct operation op) {
  uint32_t to = crew_add_location(l->crew);
  bitset_add(&l->crew->inner, to);
  return lowering_emit_to(l, op, to);
}

uint32_t lowering_branch(struct lowering *l, struct term condition) {
  uint32_t from = l->at;
  lowering_emit(l, operation_assume(term_not(l->terms, condition)));
  uint32_t other = l->at;
  l->at = from;
  lowering_emit(l, operation_assume(condition));
  return other;
}

struct term lowering_temporary(struct lowering *l, unsigned width) {
  struct interner *names = l->program->names;
  struct variable_info info = {
      .kind = VARIABLE_TEMPORARY,
      .name = intern_format(names, "$thread%u.%u", l->thread,
                            l->program->variables.count),
      .owner = l->crew->procedure->self,
      .position = l->edge.position};
  info.text = info.name;
  return program_term(l->program,
                      program_add_variable(l->program, info, sort_bits(width)));
}

static struct term offset_by(const struct lowering *l, struct term address,
                             uint64_t offset) {
  return term_add(l->terms, address,
                  term_const(l->terms, l->program->pointer_width, offset));
}

static void check_access(struct lowering *l, enum access_kind kind,
                         struct term address, uint64_t size) {
  if (access_is_valid(l->program, kind, address, size))
    return;
  uint32_t here = l->at;
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = kind,
                  .address = address,
                  .size =
                      term_const(l->terms, l->program->pointer_width, size)}};
  lowering_emit_to(l, op, l->crew->undefined)->undefined =
      kind == ACCESS_READ ? UNDEFINED_INVALID_READ : UNDEFINED_INVALID_WRITE;
  l->at = here;
}

struct term lowering_load(struct lowering *l, struct term address,
                          uint64_t offset) {
  struct term value = lowering_temporary(l, 32);
  address = offset_by(l, address, offset);
  check_access(l, ACCESS_READ, address, 4);
  lowering_emit(l, (struct operation){.kind = OPERATION_LOAD,
                                      .memory = {.target = program_variable_of(
                                                     l->program, value),
                                                 .address = address,
                                                 .is_atomic = true}});
  return value;
}

static void store(struct lowering *l, struct term address, struct term value,
                  bool is_atomic) {
  check_access(l, ACCESS_WRITE, address, term_width(l->terms, value) / 8);
  lowering_emit(l, (struct operation){.kind = OPERATION_STORE,
                                      .memory = {.address = address,
                                                 .value = value,
                                                 .is_atomic = is_atomic}});
}

void lowering_store(struct lowering *l, struct term address, uint64_t offset,
                    struct term value) {
  store(l, offset_by(l, address, offset), value, true);
}

void lowering_store_wide(struct lowering *l, struct term address,
                         struct term value) {
  store(l, address, value, true);
}

void lowering_store_plain(struct lowering *l, struct term address,
                          struct term value) {
  store(l, address, value, false);
}

void lowering_misuse(struct lowering *l) {
  lowering_emit_to(l, operation_assume(term_true(l->terms)), l->crew->undefined)
      ->undefined = UNDEFINED_LIBRARY;
}

void lowering_finish_with(struct lowering *l, struct term result) {
  struct operation op = operation_skip();
  if (!variable_is_none(l->target)) {
    unsigned width = term_width(l->terms, program_term(l->program, l->target));
    op = operation_assign_one(l->program, l->target,
                              term_resize(l->terms, width, true, result));
  }
  struct crew_edge *edge = lowering_emit_to(l, op, l->edge.to);
  edge->is_event = l->edge.is_event;
  edge->acquires = l->acquires;
}

void lowering_finish(struct lowering *l, uint64_t result) {
  bool is_replaced = !result && !term_is_none(l->success);
  lowering_finish_with(l,
                       is_replaced ? l->success : lowering_number(l, result));
}
