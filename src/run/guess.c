#include "run/guess.h"

#include <string.h>

#include "library/routine.h"

static i128 bound_of(const struct library_call *call,
                     const struct routine_bound *bound, i128 otherwise) {
  if (bound->kind == BOUND_NUMBER)
    return bound->number;
  if (bound->kind == BOUND_ARGUMENT && bound->number < call->count &&
      argument(call, (uint32_t)bound->number) <= INT64_MAX)
    return (i128)argument(call, (uint32_t)bound->number);
  return otherwise;
}

static i128 least(const struct library_call *call,
                  const struct routine *routine, unsigned width) {
  return bound_of(call, &routine->result.low, -((i128)1 << (width - 1)));
}

static i128 most(const struct library_call *call, const struct routine *routine,
                 unsigned width) {
  return bound_of(call, &routine->result.high, ((i128)1 << (width - 1)) - 1);
}

void guess_range(const struct library_call *call,
                 struct oracle_request *request) {
  struct routine routine = routine_find(library_name(call));
  const struct routine_result *result = &routine.result;
  if (!routine_is_known(&routine) || request->width < 2 ||
      request->width > 64 ||
      (result->low.kind == BOUND_NONE && result->high.kind == BOUND_NONE))
    return;
  request->has_range = true;
  request->low = least(call, &routine, request->width);
  request->high = most(call, &routine, request->width);
}

static bool is_failure(const struct routine *routine, u128 answer,
                       unsigned width) {
  const struct routine_result *result = &routine->result;
  bool is_null = result->may_be_null || result->is_string;
  return width && answer == (is_null ? 0 : bits_mask(width));
}

static bool is_in_range(const struct library_call *call,
                        const struct routine *routine, u128 answer,
                        unsigned width) {
  i128 value = bits_signed(answer, width);
  return value >= least(call, routine, width) &&
         value <= most(call, routine, width);
}

// Does it write more than bytes that come from outside as they are? What a lock
// holds nobody looks at.
static bool writes_guesses(const struct library_call *call,
                           const struct routine *routine) {
  bool found = routine->pointers && (strchr(routine->pointers, '*') ||
                                     strstr(routine->pointers, "change:"));
  for (uint32_t i = 0; i < call->count && !found; i++)
    found = routine_writes(routine, i) && argument(call, i) &&
            !routine_receives(routine, i);
  return found && strncmp(routine->name, "pthread_", strlen("pthread_")) != 0;
}

static bool returns_guess(const struct library_call *call,
                          const struct routine *routine, u128 answer,
                          unsigned width) {
  const struct routine_result *result = &routine->result;
  return !result->is_input || result->is_new_descriptor ||
         !is_in_range(call, routine, answer, width);
}

void guess_note(struct library_call *call, u128 answer) {
  struct routine routine = routine_find(library_name(call));
  unsigned width = library_result_width(call);
  if (!routine_is_known(&routine) || !width || width > 64)
    return;
  bool may_fail = routine.result.may_fail || routine.result.is_input;
  if (may_fail && is_failure(&routine, answer, width) &&
      is_in_range(call, &routine, answer, width))
    return;
  call->machine->has_guessed |=
      writes_guesses(call, &routine) ||
      (call->result_width && returns_guess(call, &routine, answer, width));
}
