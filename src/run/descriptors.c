#include "run/descriptors.h"

#include <string.h>

#include "library/routine.h"
#include "run/library_state.h"

static struct descriptor_state *find(struct descriptor_vec *known,
                                     int64_t number) {
  for (uint32_t i = 0; i < known->count; i++)
    if (known->at[i].number == number)
      return &known->at[i];
  return NULL;
}

static void forget(struct descriptor_vec *known, int64_t number) {
  struct descriptor_state *state = find(known, number);
  if (state)
    *state = known->at[--known->count];
}

static void learn(struct descriptor_vec *known, int64_t number, bool is_open) {
  forget(known, number);
  descriptor_vec_push(known, (struct descriptor_state){number, is_open});
}

static bool is_known_as(struct descriptor_vec *known, int64_t number,
                        bool is_open) {
  struct descriptor_state *state = find(known, number);
  return state && state->is_open == is_open;
}

// Of a descriptor argument that was closed: dup2 opens its second one.
static bool uses_closed(struct library_call *call,
                        const struct routine *routine, bool is_copy) {
  struct descriptor_vec *known = &library_of(call)->descriptors;
  uint32_t count = is_copy ? 1 : routine->argument_count;
  for (uint32_t i = 0; i < count && i < call->count; i++)
    if (routine->arguments[i].is_descriptor &&
        is_known_as(known, argument_signed(call, i), false))
      return true;
  return false;
}

// May it open descriptors that it does not return, or close some? Of what
// cannot fail it is taken that it does neither.
static bool may_change_others(const struct routine *routine) {
  return !routine_is_pure(routine) || routine_opens(routine) ||
         routine->result.may_be_null || routine_failure(routine) == -1;
}

static void refuse(struct library_call *call, const char *why) {
  machine_stop(call->machine, OUTCOME_ORACLE, "%s succeeds, but %s",
               library_name(call), why);
}

void descriptors_follow(struct library_call *call) {
  struct descriptor_vec *known = &library_of(call)->descriptors;
  const char *name = library_name(call);
  struct routine routine = routine_find(name);
  bool is_copy = !strcmp(name, "dup2") || !strcmp(name, "dup3");
  bool is_about = routine_takes_descriptor(&routine);
  unsigned width = library_result_width(call);
  int64_t result = width ? (int64_t)bits_signed(call->result, width) : 0;
  if (machine_has_stopped(call->machine))
    return;
  if (!is_about && !routine.result.is_new_descriptor) {
    if (may_change_others(&routine))
      known->count = 0;
    return;
  }
  bool is_success = result != routine_failure(&routine);
  if (is_success && uses_closed(call, &routine, is_copy))
    refuse(call, "a descriptor that it is given was closed");
  else if (result >= 0 && routine.result.is_new_descriptor && !is_copy &&
           is_known_as(known, result, true))
    refuse(call, "what it returns is a descriptor that is open");
  else if (!strcmp(name, "close") && is_success)
    learn(known, argument_signed(call, 0), false);
  else if (!strcmp(name, "close") || routine_opens(&routine))
    forget(known, argument_signed(call, 0));
  else if (is_success && (is_copy || routine.result.is_new_descriptor))
    learn(known, result, true);
}
