#include "memory/contract.h"

#include <string.h>

#include "library/routine.h"
#include "memory/contracting.h"
#include "program/pass.h"

// Values of arguments

bool contracting_is_word(const struct contracting *c, uint32_t i) {
  struct sort sort = term_sort(c->m.terms, c->values[i]);
  return sort_is_bits(sort) && sort_width(sort) == c->m.width;
}

struct term contracting_extended(const struct contracting *c, uint32_t i,
                                 bool is_signed) {
  return term_resize(c->m.terms, c->m.width, is_signed, c->values[i]);
}

const char *contracting_literal(const struct contracting *c, uint32_t i,
                                uint64_t *length) {
  return contracting_is_word(c, i)
             ? modelling_literal(&c->m, c->values[i], length)
             : NULL;
}

// Checks

static struct term no_limit(const struct contracting *c) {
  return modelling_number(&c->m, c->m.width, UINT64_MAX);
}

void contracting_fail(struct contracting *c, enum access_kind access,
                      struct term address, struct term size,
                      enum undefined_reason reason) {
  struct operation op = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = access, .address = address, .size = size}};
  modelling_emit_to(&c->m, op, c->m.made->undefined, reason);
}

void contracting_access(struct contracting *c, enum access_kind access,
                        struct term address, struct term size,
                        enum undefined_reason reason) {
  contracting_fail(c, access, address, size, reason);
  modelling_emit(&c->m, operation_skip());
}

static enum undefined_reason reason_of(enum access_kind access) {
  return access == ACCESS_WRITE  ? UNDEFINED_INVALID_WRITE
         : access == ACCESS_FREE ? UNDEFINED_INVALID_FREE
                                 : UNDEFINED_INVALID_READ;
}

void contracting_need(struct contracting *c, enum access_kind access,
                      struct term address, struct term size) {
  if (access != ACCESS_FREE)
    modelling_exclude_null(&c->m, address, size, reason_of(access));
  contracting_access(c, access, address, size, reason_of(access));
}

void contracting_need_string(struct contracting *c, uint32_t i,
                             struct term limit) {
  uint64_t length;
  if (contracting_literal(c, i, &length) && term_is_none(limit))
    return;
  contracting_need(c, ACCESS_STRING, c->values[i],
                   term_is_none(limit) ? no_limit(c) : limit);
}

static void need_not_null(struct contracting *c, uint32_t i,
                          enum undefined_reason reason) {
  struct term null = modelling_number(&c->m, c->m.width, 0);
  struct term is_null = term_eq(c->m.terms, c->values[i], null);
  if (term_is_false(c->m.terms, is_null))
    return;
  struct location_id there = modelling_branch(&c->m, is_null);
  struct location_id rest = c->m.here;
  c->m.here = there;
  modelling_stop_at_null(&c->m, reason);
  c->m.here = rest;
}

void contracting_doubt(struct contracting *c, const char *why) {
  const char *name = c->routine.name;
  struct variable choice =
      modelling_new_variable(&c->m, VARIABLE_TEMPORARY, "doubt", sort_bits(32));
  struct name what = intern_format(c->m.program->names, "%s: %s", name, why);
  modelling_emit(&c->m, operation_havoc(c->m.program, &choice, 1,
                                        ORIGIN_APPROXIMATION, what));
  struct term is_taken = term_eq(c->m.terms, modelling_term_of(&c->m, choice),
                                 modelling_number(&c->m, 32, 1));
  struct location_id there = modelling_branch(&c->m, is_taken);
  struct location_id rest = c->m.here;
  c->m.here = there;
  modelling_emit(&c->m, operation_doubt(what));
  c->m.here = rest;
}

// Sizes

// The product of two numbers that may both be anything: where it does not fit
// no object is large enough.
static struct term product(struct contracting *c, struct term a,
                           struct term b) {
  struct term_table *terms = c->m.terms;
  struct term result = term_binary(terms, OP_MUL, a, b);
  if (term_is_const(terms, a) && term_is_const(terms, b))
    return result;
  struct term zero = modelling_number(&c->m, c->m.width, 0);
  struct term most = no_limit(c);
  struct term right =
      term_compare(terms, OP_ULT, term_binary(terms, OP_UDIV, most, b), a);
  struct term left = term_not(terms, term_eq(terms, b, zero));
  struct term overflows = term_and(terms, left, right);
  return term_ite(terms, overflows, most, result);
}

// The length of a string that has been found to end, no more than its limit.
struct term contracting_length(struct contracting *c, uint32_t i,
                               struct term limit) {
  uint64_t length;
  if (i < c->routine.argument_count && c->routine.arguments[i].is_wide)
    return contracting_wide_length(c, i, limit);
  if (contracting_literal(c, i, &length) && term_is_none(limit))
    return modelling_number(&c->m, c->m.width, length);
  c->m.assumes = true;
  struct variable n = modelling_count_bytes(&c->m, c->values[i], limit);
  c->m.assumes = false;
  return modelling_term_of(&c->m, n);
}

static struct term contracting_size(struct contracting *c,
                                    const struct routine_size *size);

static struct term limit_of(struct contracting *c, uint32_t i) {
  const struct routine_size *size = &c->routine.arguments[i].size;
  bool has_limit = size->measure == MEASURE_PRODUCT;
  return has_limit ? contracting_size(c, size) : (struct term){0};
}

static struct term contracting_size(struct contracting *c,
                                    const struct routine_size *size) {
  struct term_table *terms = c->m.terms;
  uint64_t number = c->m.width == 64 ? size->number : size->number32;
  struct term result = modelling_number(&c->m, c->m.width, number);
  struct term one = modelling_number(&c->m, c->m.width, 1);
  if (size->measure == MEASURE_STRING) {
    uint32_t i = (uint32_t)size->factors[0];
    struct term length = contracting_length(c, i, limit_of(c, i));
    return term_binary(terms, OP_MUL, result, term_add(terms, length, one));
  }
  if (size->measure == MEASURE_PRINTED)
    return contracting_printed(c, size);
  for (int k = 0; k < 2; k++)
    if (size->factors[k] >= 0) {
      struct term factor =
          contracting_extended(c, (uint32_t)size->factors[k], true);
      result = number == 1 && k == 0 ? factor : product(c, result, factor);
    }
  return result;
}

// Arguments

static void need_bytes(struct contracting *c, uint32_t i) {
  const struct routine_argument *argument = &c->routine.arguments[i];
  c->is_exact = true;
  struct term size = contracting_size(c, &argument->size);
  if (argument->reads)
    contracting_need(c, ACCESS_READ, c->values[i], size);
  if (argument->writes && c->is_exact)
    contracting_need(c, ACCESS_WRITE, c->values[i], size);
  else if (argument->writes)
    contracting_access(c, ACCESS_WRITE, c->values[i], size, UNDEFINED_UNSURE);
  if (argument->size.measure == MEASURE_PRINTED) {
    c->printed = size;
    contracting_check_printed(c, i);
  }
}

// Where a string ends that has been found to end.
static struct term end_of(struct contracting *c, uint32_t i) {
  struct term unit = modelling_number(&c->m, c->m.width,
                                      c->routine.arguments[i].is_wide ? 4 : 1);
  struct term length = contracting_length(c, i, (struct term){0});
  return term_add(c->m.terms, c->values[i],
                  term_binary(c->m.terms, OP_MUL, unit, length));
}

void contracting_need_changeable(struct contracting *c, uint32_t i) {
  const struct routine_argument *argument = &c->routine.arguments[i];
  struct term unit =
      modelling_number(&c->m, c->m.width, argument->is_wide ? 4 : 1);
  if (argument->is_wide)
    contracting_need_wide(c, i, (struct term){0});
  else
    contracting_need(c, ACCESS_STRING, c->values[i], no_limit(c));
  // Whether anything is written hangs on what the string is.
  if (argument->need == NEED_IN_PLACE) {
    contracting_access(c, ACCESS_WRITE, c->values[i], unit, UNDEFINED_IN_PLACE);
    return;
  }
  struct term before = term_binary(c->m.terms, OP_MUL, unit,
                                   contracting_length(c, i, (struct term){0}));
  struct term behind = contracting_size(c, &argument->size);
  contracting_need(c, ACCESS_WRITE, term_add(c->m.terms, c->values[i], before),
                   behind);
}

// Formats of wide characters are not read.
static void need_wide(struct contracting *c, uint32_t i) {
  contracting_need_wide(c, i, limit_of(c, i));
  if (c->routine.is_variadic && !contracting_is_plain_wide(c, i))
    contracting_doubt(c, "a format of wide characters");
}

static void need_one(struct contracting *c, uint32_t i) {
  const struct routine_argument *argument = &c->routine.arguments[i];
  switch (argument->need) {
  case NEED_NOTHING: return;
  case NEED_HANDLE:
    need_not_null(c, i, UNDEFINED_INVALID_READ);
    contracting_access(c, ACCESS_HANDLE, c->values[i],
                       modelling_number(&c->m, c->m.width, 1),
                       UNDEFINED_INVALID_READ);
    contracting_need_open(c, c->values[i]);
    return;
  case NEED_FUNCTION: need_not_null(c, i, UNDEFINED_INVALID_CALL); return;
  case NEED_STRING:
    if (argument->is_wide)
      need_wide(c, i);
    else
      contracting_need_string(c, i, limit_of(c, i));
    return;
  case NEED_IN_PLACE:
  case NEED_APPEND: contracting_need_changeable(c, i); return;
  case NEED_HELD: contracting_need_held(c, i); return;
  case NEED_GROWN: contracting_need_grown(c, i); return;
  case NEED_BYTES: need_bytes(c, i); return;
  case NEED_HEAP:
    contracting_need(c, ACCESS_FREE, c->values[i], (struct term){0});
    return;
  case NEED_PRINT: contracting_print(c, i); return;
  case NEED_SCAN: contracting_scan(c, i); return;
  case NEED_VA_LIST:
    contracting_doubt(c, "arguments that are passed on as a va_list");
    return;
  }
}

// Nothing is asked of a null pointer that is allowed.
static void need_or_null(struct contracting *c, uint32_t i) {
  struct term null = modelling_number(&c->m, c->m.width, 0);
  struct term is_null = term_eq(c->m.terms, c->values[i], null);
  if (term_is_true(c->m.terms, is_null))
    return;
  struct location_id there = modelling_branch(&c->m, is_null);
  need_one(c, i);
  struct location_id end = modelling_new_location(&c->m);
  modelling_go_to(&c->m, end);
  c->m.here = there;
  modelling_go_to(&c->m, end);
  c->m.here = end;
}

// Sizes speak of strings, which must have been looked at before.
static void check_arguments(struct contracting *c) {
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < c->routine.argument_count; i++) {
      const struct routine_argument *argument = &c->routine.arguments[i];
      bool is_late = argument->size.measure == MEASURE_STRING ||
                     argument->size.measure == MEASURE_PRINTED;
      if (is_late != (pass == 1))
        continue;
      if (argument->may_be_null)
        need_or_null(c, i);
      else
        need_one(c, i);
    }
}

// Bytes that are copied must not overlap, unless they are the same.
static void check_apart(struct contracting *c) {
  uint32_t to, from;
  if (!routine_is_restricted(&c->routine, &to, &from))
    return;
  const struct routine_argument *target = &c->routine.arguments[to];
  bool is_exact = target->is_exact || target->size.measure == MEASURE_STRING;
  c->is_exact = true;
  if (target->need == NEED_BYTES && is_exact)
    modelling_check_apart(&c->m, c->values[to], c->values[from],
                          contracting_size(c, &target->size));
  if (target->need == NEED_APPEND)
    modelling_check_apart(&c->m, end_of(c, to), c->values[from],
                          contracting_size(c, &target->size));
}

// What is known afterwards

static void promise(struct contracting *c, enum access_kind access,
                    struct term address, struct term size) {
  contracting_access(c, access, address, size, UNDEFINED_IMPOSSIBLE);
}

void contracting_promise_string(struct contracting *c, struct term address) {
  promise(c, ACCESS_STRING, address, no_limit(c));
}

static struct term bound_term(struct contracting *c,
                              const struct routine_bound *bound,
                              struct term result) {
  unsigned width = term_width(c->m.terms, result);
  if (bound->kind == BOUND_NUMBER)
    return modelling_number(&c->m, width, (uint64_t)bound->number);
  return term_resize(c->m.terms, width, true,
                     c->values[(uint32_t)bound->number]);
}

static void promise_range(struct contracting *c, struct term result) {
  const struct routine_result *promised = &c->routine.result;
  struct term_table *terms = c->m.terms;
  struct term holds = term_true(terms);
  if (promised->low.kind != BOUND_NONE)
    holds =
        term_and(terms, holds,
                 term_compare(terms, OP_SLE,
                              bound_term(c, &promised->low, result), result));
  if (promised->high.kind == BOUND_NUMBER)
    holds = term_and(terms, holds,
                     term_compare(terms, OP_SLE, result,
                                  bound_term(c, &promised->high, result)));
  // A size that is negative as a number limits nothing.
  if (promised->high.kind == BOUND_ARGUMENT) {
    struct term high = bound_term(c, &promised->high, result);
    struct term zero = modelling_number(&c->m, term_width(terms, result), 0);
    struct term right = term_compare(terms, OP_SLT, high, zero);
    struct term left = term_compare(terms, OP_SLE, result, high);
    holds = term_and(terms, holds, term_or(terms, left, right));
  }
  if (!term_is_true(terms, holds))
    modelling_emit(&c->m, operation_assume(holds));
}

// What was written is a string, unless the result says that nothing was.
static void promise_written(struct contracting *c, struct term result) {
  struct term_table *terms = c->m.terms;
  for (uint32_t i = 0; i < c->routine.argument_count; i++) {
    const struct routine_argument *argument = &c->routine.arguments[i];
    if (!argument->terminates)
      continue;
    struct location_id end = modelling_new_location(&c->m);
    struct term fails =
        term_eq(terms, c->values[i], modelling_number(&c->m, c->m.width, 0));
    if (argument->size.measure == MEASURE_PRODUCT && !argument->reads &&
        !term_is_none(result)) {
      unsigned width = term_width(terms, result);
      struct term zero = modelling_number(&c->m, width, 0);
      bool is_pointer = c->routine.result.may_be_null;
      fails =
          term_or(terms, fails,
                  is_pointer ? term_eq(terms, result, zero)
                             : term_not(terms, term_eq(terms, result, zero)));
    } else if (argument->size.measure == MEASURE_PRINTED &&
               argument->size.limit >= 0) {
      struct term limit =
          contracting_extended(c, (uint32_t)argument->size.limit, false);
      fails = term_or(
          terms, fails,
          term_eq(terms, limit, modelling_number(&c->m, c->m.width, 0)));
    }
    modelling_emit_to(&c->m, operation_assume(fails), end, UNDEFINED_NONE);
    modelling_emit(&c->m, operation_assume(term_not(terms, fails)));
    if (argument->is_wide)
      contracting_wide_length(c, i, (struct term){0});
    else
      contracting_promise_string(c, c->values[i]);
    modelling_go_to(&c->m, end);
    c->m.here = end;
  }
}

// "*1=0+": where parsing ended, in the string.
static void promise_stored(struct contracting *c) {
  const char *found = strstr(c->routine.pointers, "*1=0+");
  if (!found || c->routine.argument_count < 2)
    return;
  struct term_table *terms = c->m.terms;
  struct term null = modelling_number(&c->m, c->m.width, 0);
  struct location_id end = modelling_new_location(&c->m);
  struct term is_null = term_eq(terms, c->values[1], null);
  modelling_emit_to(&c->m, operation_assume(is_null), end, UNDEFINED_NONE);
  modelling_emit(&c->m, operation_assume(term_not(terms, is_null)));
  struct variable stored = modelling_new_variable(
      &c->m, VARIABLE_TEMPORARY, "stored", sort_bits(c->m.width));
  contracting_fail(c, ACCESS_READ, c->values[1],
                   modelling_number(&c->m, c->m.width, c->m.width / 8),
                   UNDEFINED_IMPOSSIBLE);
  modelling_emit(&c->m,
                 (struct operation){
                     .kind = OPERATION_LOAD,
                     .memory = {.target = stored, .address = c->values[1]}});
  contracting_promise_string(c, modelling_term_of(&c->m, stored));
  modelling_go_to(&c->m, end);
  c->m.here = end;
}

// Results that are pointers

static bool gives(const struct contracting *c, const char *effect) {
  const char *found = strstr(c->routine.pointers, effect);
  char next = found ? found[strlen(effect)] : 'x';
  return next == '\0' || next == ' ';
}

static struct term choose(struct contracting *c, const char *name,
                          struct sort sort, enum havoc_origin origin) {
  struct variable chosen =
      modelling_new_variable(&c->m, VARIABLE_TEMPORARY, name, sort);
  modelling_emit(&c->m,
                 operation_havoc(c->m.program, &chosen, 1, origin,
                                 intern_format(c->m.program->names, "%s.%s",
                                               c->routine.name, name)));
  return modelling_term_of(&c->m, chosen);
}

// Memory of the library's own that is the same each time.
static struct object_id own_object(struct contracting *c, uint64_t bytes) {
  struct program *program = c->m.program;
  struct name name =
      intern_format(program->names, "what %s leads to", c->routine.name);
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (name_equal(program->objects.at[i].name, name))
      return (struct object_id){i};
  return program_add_object(
      program, (struct object_info){.kind = OBJECT_GLOBAL,
                                    .name = name,
                                    .size = bytes,
                                    .alignment = (uint32_t)bytes,
                                    .is_thread_local = true,
                                    .is_internal = true,
                                    .is_fixed = true, // at the start
                                    .escapes = true});
}

// What lies there may have changed since the last call.
static void give_same(struct contracting *c) {
  struct program *program = c->m.program;
  const struct routine_result *promised = &c->routine.result;
  uint64_t bytes = c->m.width == 64 ? promised->bytes : promised->bytes32;
  struct object_id own = own_object(c, bytes);
  struct term address =
      program_term(program, program_object(program, own)->address);
  struct variable held = modelling_new_variable(
      &c->m, VARIABLE_TEMPORARY, "held", sort_bits((unsigned)bytes * 8));
  modelling_emit(&c->m, operation_havoc(program, &held, 1, ORIGIN_APPROXIMATION,
                                        program_object(program, own)->name));
  c->m.assumes = true;
  modelling_store(&c->m, address, modelling_term_of(&c->m, held));
  c->m.assumes = false;
  modelling_give(&c->m, address);
}

// What neither may always fail nor is the world's to decide is null for reasons
// that nobody knows here: no violation is told that hangs on it.
static void give_null(struct contracting *c) {
  const struct routine_result *promised = &c->routine.result;
  struct term_table *terms = c->m.terms;
  struct term one = modelling_number(&c->m, 8, 1);
  struct term is_null =
      term_eq(terms, choose(c, "is_null", sort_bits(8), ORIGIN_INPUT), one);
  struct location_id there = modelling_branch(&c->m, is_null);
  struct location_id rest = c->m.here;
  c->m.here = there;
  if (!promised->may_fail && !promised->is_input) {
    there = modelling_branch(
        &c->m,
        term_eq(terms, choose(c, "null", sort_bits(8), ORIGIN_APPROXIMATION),
                one));
    modelling_go_to(&c->m, rest);
    c->m.here = there;
  }
  modelling_give(&c->m, modelling_number(&c->m, c->m.width, 0));
  c->m.here = rest;
}

// Memory of the library's own, or null: a new object each time. What lies there
// is the world's to decide, or nobody's here: no violation is told that hangs
// on it.
static void give_own(struct contracting *c, struct term result) {
  const struct routine_result *promised = &c->routine.result;
  struct term_table *terms = c->m.terms;
  struct term null = modelling_number(&c->m, c->m.width, 0);
  struct term one = modelling_number(&c->m, c->m.width, 1);
  // The environment is one for the whole run: the routine says what is there.
  if (contracting_asks_environment(c))
    modelling_give_if(&c->m, term_eq(terms, result, null), null);
  else if (promised->may_be_null)
    give_null(c);
  uint64_t bytes = c->m.width == 64 ? promised->bytes : promised->bytes32;
  struct term size = modelling_number(&c->m, c->m.width, bytes);
  bool is_world = contracting_asks_environment(c) || promised->may_fail ||
                  promised->is_input;
  if (!bytes) {
    size = choose(c, "size", sort_bits(c->m.width),
                  is_world ? ORIGIN_INPUT : ORIGIN_APPROXIMATION);
    struct term most = modelling_number(&c->m, c->m.width, 4096);
    struct term right = term_compare(terms, OP_ULE, size, most);
    struct term left = term_compare(terms, OP_ULE, one, size);
    modelling_emit(&c->m, operation_assume(term_and(terms, left, right)));
  }
  struct variable made = modelling_new_variable(&c->m, VARIABLE_LOCAL, "made",
                                                sort_bits(c->m.width));
  struct name nobody = {0};
  modelling_emit(
      &c->m,
      (struct operation){
          .kind = OPERATION_ALLOCATE,
          .allocate = {.target = made,
                       .size = size,
                       .alignment = 16,
                       .kind = ALLOCATION_HEAP,
                       .is_kept = true,
                       .filler = is_world ? nobody
                                          : intern(c->m.program->names,
                                                   c->routine.name)}});
  struct term address = modelling_term_of(&c->m, made);
  if (promised->is_string) {
    c->m.assumes = true;
    struct term second = modelling_number(&c->m, 8, 0);
    struct term first = term_sub(terms, term_add(terms, address, size), one);
    modelling_store(&c->m, first, second);
    c->m.assumes = false;
  }
  if (contracting_asks_environment(c))
    contracting_tell_environment(c, address);
  modelling_give(&c->m, address);
}

static void give_pointer(struct contracting *c, struct term result) {
  const struct routine_result *promised = &c->routine.result;
  struct term null = modelling_number(&c->m, c->m.width, 0);
  bool is_only = !routine_returns_own(&c->routine);
  if (promised->may_be_null)
    modelling_give_if(&c->m, term_eq(c->m.terms, result, null), null);
  if (is_only && gives(c, "->0") && !strstr(c->routine.pointers, "->0 ->")) {
    modelling_give(&c->m, c->values[0]);
    return;
  }
  if (is_only && promised->is_string)
    contracting_promise_string(c, result);
  else if (is_only && routine_returns_argument(&c->routine) &&
           !strstr(c->routine.pointers, "->saved") && promised->may_be_null)
    promise(c, ACCESS_READ, result, modelling_number(&c->m, c->m.width, 1));
  modelling_give(&c->m, result);
}

static void give_result(struct contracting *c, struct term result) {
  const struct routine_result *promised = &c->routine.result;
  if (term_is_none(result)) {
    modelling_give(&c->m, result);
    return;
  }
  bool is_word = sort_equal(c->m.made->result, sort_bits(c->m.width));
  bool has_own = promised->is_string || promised->bytes;
  bool is_pointer = strstr(c->routine.pointers, "->") && is_word;
  if (is_pointer && has_own && gives(c, "->lib") &&
      !routine_returns_argument(&c->routine)) {
    if (promised->is_same)
      give_same(c);
    else
      give_own(c, result);
    return;
  }
  if (is_pointer)
    give_pointer(c, result);
  else
    modelling_give(&c->m, result);
}

// The body

static struct term call_routine(struct contracting *c,
                                const struct operation *call) {
  struct operation op = *call;
  struct variable result = {0};
  const struct procedure *callee =
      program_procedure(c->m.program, call->call.callee);
  if (callee->result.code)
    result = modelling_new_variable(&c->m, VARIABLE_TEMPORARY, "result",
                                    callee->result);
  op.call.target = result;
  op.call.arguments =
      program_copy_terms(c->m.program, c->values, call->call.count);
  if (contracting_asks_environment(c)) // by a name that all can see
    op.call.arguments = call->call.arguments;
  modelling_emit(&c->m, op);
  return variable_is_none(result) ? (struct term){0}
                                  : modelling_term_of(&c->m, result);
}

static bool is_integer(const struct contracting *c) {
  return sort_is_bits(c->m.made->result) && !strstr(c->routine.pointers, "->");
}

static void write_checks(struct contracting *c) {
  contracting_need_standard(c);
  if (routine_with_state(&c->routine))
    contracting_doubt(c, "where an earlier call has left off");
  check_arguments(c);
  check_apart(c);
}

static void write_body(struct contracting *c, const struct operation *call) {
  if (c->m.is_checked)
    write_checks(c);
  struct term result = call_routine(c, call);
  if (c->routine.ends) {
    modelling_give(&c->m, result);
    return;
  }
  if (!term_is_none(result) && is_integer(c))
    promise_range(c, result);
  if (c->m.is_checked)
    contracting_close(c);
  promise_written(c, result);
  promise_stored(c);
  contracting_promise_held(c);
  if (!term_is_none(result) && contracting_is_scan(c))
    contracting_store_scanned(c, result);
  contracting_promise_scanned(c, result);
  give_result(c, result);
}

// Are all arguments there, and pointers where pointers are asked for?
static bool fits(const struct program *program, const struct operation *call,
                 const struct routine *routine) {
  if (call->call.count < routine->argument_count ||
      call->call.count > CONTRACT_ARGUMENTS ||
      !term_is_none(call->call.variadic))
    return false;
  for (uint32_t i = 0; i < routine->argument_count; i++) {
    struct sort sort = term_sort(program->terms, call->call.arguments[i]);
    if (routine->arguments[i].need != NEED_NOTHING &&
        !sort_equal(sort, sort_bits(program->pointer_width)))
      return false;
  }
  return true;
}

// What scanf and fgets read goes to where they are told.
static bool is_reading(const struct routine *routine) {
  int format = routine_format(routine);
  return (format >= 0 && routine->arguments[format].need == NEED_SCAN &&
          routine->is_variadic) ||
         (routine->result.is_input && routine->result.is_string);
}

static bool is_worthwhile(const struct program *program,
                          const struct routine *routine, bool is_checked) {
  if (!is_checked)
    return is_reading(routine);
  return contracting_has_stream(program, routine) || routine_follows(routine) ||
         routine->result.is_string || routine->result.bytes;
}

struct procedure *contract_body(struct program *program,
                                const struct operation *call,
                                struct position position, bool is_checked) {
  const struct procedure *callee =
      program_procedure(program, call->call.callee);
  const char *name = name_text(program->names, callee->name);
  struct contracting c = {.routine = routine_find(name),
                          .given = call->call.arguments};
  if (!routine_is_known(&c.routine) || is_assumed(callee) ||
      !is_worthwhile(program, &c.routine, is_checked) ||
      !fits(program, call, &c.routine))
    return NULL;
  modelling_begin(&c.m, program, callee, position);
  c.m.is_checked = is_checked;
  c.m.is_literal = true;
  c.count = call->call.count;
  for (uint32_t i = 0; i < c.count; i++)
    c.values[i] =
        modelling_add_parameter(&c.m, "argument", call->call.arguments[i]);
  write_body(&c, call);
  procedure_seal(c.m.made);
  pass_made(program, c.m.made, "contract");
  return c.m.made;
}
