// Routines of the C library that the automata have operations for, where a
// specification speaks of their calls. Events come before and after, but the
// routine does what it always does.
#include <string.h>

#include "weave/weaver.h"

static struct term argument(const struct operation *call, uint32_t i) {
  return call->call.arguments[i];
}

// In the place of something that nobody wants: the operation needs a target.
static struct variable pointer_target(struct weaver *w,
                                      const struct operation *call) {
  return variable_is_none(call->call.target)
             ? weave_variable(w, "result", sort_bits(w->program->pointer_width),
                              (struct ctype){0})
             : call->call.target;
}

static void add_invalid(struct weaver *w, struct location_id from,
                        enum access_kind access, enum undefined_reason reason,
                        struct term address, struct term size) {
  struct operation op = {.kind = OPERATION_INVALID};
  op.invalid.access = access;
  op.invalid.address = address;
  op.invalid.size = size;
  procedure_add_edge(w->procedure, (struct edge){.from = from,
                                                 .to = w->procedure->undefined,
                                                 .position = w->position,
                                                 .undefined = reason,
                                                 .op = op});
}

static struct location_id allocate(struct weaver *w, struct variable target,
                                   struct term size, bool is_zeroed,
                                   struct location_id from) {
  struct operation op = {.kind = OPERATION_ALLOCATE};
  op.allocate.target = target;
  op.allocate.size = size;
  op.allocate.alignment = 16;
  op.allocate.kind = ALLOCATION_HEAP;
  op.allocate.is_zeroed = is_zeroed;
  op.allocate.may_fail = true;
  return weave_edge(w, from, op);
}

static struct location_id weave_malloc(struct weaver *w,
                                       const struct operation *call,
                                       struct location_id from) {
  return allocate(w, pointer_target(w, call), argument(call, 0), false, from);
}

// Null when the product does not fit.
static struct location_id weave_calloc(struct weaver *w,
                                       const struct operation *call,
                                       struct location_id from) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  struct term count = argument(call, 0), size = argument(call, 1);
  struct term zero = term_const(terms, width, 0);
  struct term most = term_const(terms, width, bits_mask(width));
  struct term right = term_compare(
      terms, OP_ULT, term_binary(terms, OP_UDIV, most, size), count);
  struct term left = term_not(terms, term_eq(terms, size, zero));
  struct term overflows = term_and(terms, left, right);
  struct variable target = pointer_target(w, call);
  struct location_id end = weave_location(w);
  struct location_id at = weave_branch(w, from, overflows, &from);
  if (at.id)
    weave_edge_to(w, at, end, operation_assign_one(w->program, target, zero));
  if (from.id)
    weave_edge_to(w,
                  allocate(w, target, term_binary(terms, OP_MUL, count, size),
                           true, from),
                  end, operation_skip());
  return end;
}

static struct location_id weave_free(struct weaver *w,
                                     const struct operation *call,
                                     struct location_id from) {
  struct operation op = {.kind = OPERATION_FREE};
  op.free.address = argument(call, 0);
  add_invalid(w, from, ACCESS_FREE, UNDEFINED_INVALID_FREE, op.free.address,
              (struct term){0});
  return weave_edge(w, from, op);
}

static struct location_id give_first(struct weaver *w,
                                     const struct operation *call,
                                     struct location_id from) {
  return variable_is_none(call->call.target)
             ? from
             : weave_assign(w, from, call->call.target, argument(call, 0));
}

static struct location_id copy(struct weaver *w, const struct operation *call,
                               bool is_apart, struct location_id from) {
  struct operation op = {.kind = OPERATION_COPY};
  op.block.address = argument(call, 0);
  op.block.source = argument(call, 1);
  op.block.size = argument(call, 2);
  add_invalid(w, from, ACCESS_READ, UNDEFINED_INVALID_READ, op.block.source,
              op.block.size);
  add_invalid(w, from, ACCESS_WRITE, UNDEFINED_INVALID_WRITE, op.block.address,
              op.block.size);
  if (is_apart && !term_equal(op.block.address, op.block.source))
    add_invalid(w, from, ACCESS_OVERLAP, UNDEFINED_OVERLAP,
                term_sub(w->program->terms, op.block.address, op.block.source),
                op.block.size);
  return give_first(w, call, weave_edge(w, from, op));
}

static struct location_id weave_memcpy(struct weaver *w,
                                       const struct operation *call,
                                       struct location_id from) {
  return copy(w, call, true, from);
}

static struct location_id weave_memmove(struct weaver *w,
                                        const struct operation *call,
                                        struct location_id from) {
  return copy(w, call, false, from);
}

static struct location_id weave_memset(struct weaver *w,
                                       const struct operation *call,
                                       struct location_id from) {
  struct operation op = {.kind = OPERATION_FILL};
  op.block.address = argument(call, 0);
  op.block.value = term_extract(w->program->terms, 0, 8, argument(call, 1));
  op.block.size = argument(call, 2);
  add_invalid(w, from, ACCESS_WRITE, UNDEFINED_INVALID_WRITE, op.block.address,
              op.block.size);
  return give_first(w, call, weave_edge(w, from, op));
}

// Which arguments are as wide as pointers: `p`; `i` is an int.
static const struct {
  const char *name, *arguments;
  struct location_id (*weave)(struct weaver *w, const struct operation *call,
                              struct location_id from);
} routines[] = {
    {"malloc", "p", weave_malloc},     {"calloc", "pp", weave_calloc},
    {"free", "p", weave_free},         {"memcpy", "ppp", weave_memcpy},
    {"memmove", "ppp", weave_memmove}, {"memset", "pip", weave_memset}};

static bool fits(const struct weaver *w, const struct operation *call,
                 const char *arguments) {
  bool ok = call->call.count == strlen(arguments);
  for (uint32_t i = 0; i < call->call.count && ok; i++)
    ok = sort_equal(
        term_sort(w->program->terms, argument(call, i)),
        sort_bits(arguments[i] == 'p' ? w->program->pointer_width : 32));
  if (!ok || variable_is_none(call->call.target))
    return ok;
  struct term target = program_term(w->program, call->call.target);
  return sort_equal(term_sort(w->program->terms, target),
                    sort_bits(w->program->pointer_width));
}

struct location_id weave_library(struct weaver *w, const struct operation *call,
                                 struct location_id from) {
  const struct procedure *callee =
      program_procedure(w->program, call->call.callee);
  const char *name = name_text(w->program->names, callee->name);
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!callee->is_defined && !strcmp(name, routines[i].name) &&
        fits(w, call, routines[i].arguments))
      return routines[i].weave(w, call, from);
  return weave_edge(w, from, *call);
}
