// What the table of the library says of results, as assumptions behind calls.
#include "frontend/facts.h"

static struct term number_like(struct body *body, struct term like,
                               int64_t value) {
  unsigned width = sort_width(term_sort(body->terms, like));
  return term_const(body->terms, width, (u128)(i128)value);
}

static struct term at_least(struct body *body, struct term value, int64_t low) {
  struct term bound = number_like(body, value, low);
  return term_compare(body->terms, OP_SLE, bound, value);
}

static struct term at_most(struct body *body, struct term value, int64_t high) {
  struct term bound = number_like(body, value, high);
  return term_compare(body->terms, OP_SLE, value, bound);
}

// An argument is a size: what is negative is an error, and no size.
static struct term at_most_size(struct body *body, struct term value,
                                struct term size) {
  struct term right = term_compare(body->terms, OP_ULE, value, size);
  struct term left =
      term_compare(body->terms, OP_SLT, value, number_like(body, value, 0));
  return term_or(body->terms, left, right);
}

// Of a size that is only not negative nothing is said: it is not signed.
static bool has_range(const struct body *body, const struct routine *routine,
                      struct sort sort) {
  const struct routine_result *result = &routine->result;
  bool is_half = result->high.kind == BOUND_NONE;
  if (!sort_is_bits(sort) || (result->low.kind == BOUND_NONE && is_half))
    return false;
  return !is_half || result->low.kind != BOUND_NUMBER ||
         result->low.number != 0 ||
         sort_width(sort) != body->program->pointer_width;
}

// Before the call

// The term's value before the call.
static struct term keep(struct body *body, struct term value) {
  if (term_is_const(body->terms, value))
    return value;
  struct variable kept = register_temporary(
      body, term_sort(body->terms, value), (struct name){0}, (struct ctype){0});
  body_emit(body, operation_assign_one(body->program, kept, value));
  return program_term(body->program, kept);
}

static struct term size_before(struct body *body, const struct routine *routine,
                               const struct operation *call) {
  const struct routine_bound *high = &routine->result.high;
  if (high->kind != BOUND_ARGUMENT || high->number >= call->call.count)
    return (struct term){0};
  struct term size = call->call.arguments[high->number];
  struct sort wanted =
      term_sort(body->terms, program_term(body->program, call->call.target));
  return sort_equal(term_sort(body->terms, size), wanted) ? keep(body, size)
                                                          : (struct term){0};
}

// That a descriptor is negative.
static struct term failure_before(struct body *body,
                                  const struct routine *routine,
                                  const struct operation *call) {
  struct term fails = term_false(body->terms);
  for (uint32_t i = 0; i < routine->argument_count && i < call->call.count;
       i++) {
    struct term value = call->call.arguments[i];
    if (!routine->arguments[i].is_descriptor ||
        !sort_is_bits(term_sort(body->terms, value)))
      continue;
    value = keep(body, value);
    fails = term_or(
        body->terms, fails,
        term_compare(body->terms, OP_SLT, value, number_like(body, value, 0)));
  }
  return fails;
}

struct facts_before facts_before(struct body *body,
                                 const struct routine *routine,
                                 const struct operation *call) {
  if (variable_is_none(call->call.target))
    return (struct facts_before){0};
  return (struct facts_before){.size = size_before(body, routine, call),
                               .fails = failure_before(body, routine, call)};
}

// Behind it

static struct term range_of(struct body *body, const struct routine *routine,
                            struct term value, struct term size) {
  const struct routine_result *result = &routine->result;
  struct term range = term_true(body->terms);
  bool is_size = result->low.kind == BOUND_NUMBER && result->low.number == 0 &&
                 result->high.kind == BOUND_ARGUMENT;
  if (result->low.kind == BOUND_NUMBER && !is_size)
    range = at_least(body, value, result->low.number);
  if (result->high.kind == BOUND_NUMBER)
    range =
        term_and(body->terms, range, at_most(body, value, result->high.number));
  if (!term_is_none(size))
    range = term_and(body->terms, range,
                     is_size ? term_compare(body->terms, OP_ULE, value, size)
                             : at_most_size(body, value, size));
  return range;
}

static void assume(struct body *body, struct term condition) {
  if (!term_is_true(body->terms, condition))
    body_emit(body, operation_assume(condition));
}

void facts_assume_range(struct body *body, const struct routine *routine,
                        const struct operation *call,
                        struct facts_before before) {
  if (variable_is_none(call->call.target) || !body->here.id)
    return;
  struct term value = program_term(body->program, call->call.target);
  struct sort sort = term_sort(body->terms, value);
  if (has_range(body, routine, sort))
    assume(body, range_of(body, routine, value, before.size));
  if (!sort_is_bits(sort))
    return;
  struct term failed = term_eq(
      body->terms, value, number_like(body, value, routine_failure(routine)));
  assume(body,
         term_or(body->terms, term_not(body->terms, before.fails), failed));
}
