#include "system/system_assume.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/assume.h"
#include "system/system_search.h"

// States of a composition of two; beyond, the ordinary search has more ways.
enum { STATES = 65536 };

bool system_assume_needed(const struct system_check *system) {
  bool is_wanted = system->check->item->check.by_assumption ||
                   system->options.composition == COMPOSE_ASSUMPTION;
  return is_wanted && system->specification && !system->assumption.given_up;
}

static const struct lts **list_parts(const struct system_check *system) {
  const struct lts **parts = memory_new(system->count * sizeof *parts);
  for (uint32_t i = 0; i < system->count; i++)
    parts[i] = system->parts[i].lts;
  return parts;
}

static struct assume_question question_of(struct system_check *system,
                                          const struct lts *const *parts) {
  return (struct assume_question){
      .parts = parts,
      .count = system->count,
      .first = &system->assumption.first,
      .specification = system->specification,
      .letters = &system->assumption.letters,
      .limit = STATES,
      .poll = limits_poll(&system->options.cegar.limits)};
}

static void take_trace(struct system_check *system,
                       const struct assume_result *result) {
  system_forget_witness(system);
  lts_action_vec_append(&system->trace, result->trace.at, result->trace.count);
  lts_action_vec_append(&system->allowed, result->allowed.at,
                        result->allowed.count);
}

static void take_result(struct system_check *system,
                        struct assume_result *result) {
  struct system_assumption *assumption = &system->assumption;
  lts_free(assumption->lts);
  assumption->lts = result->assumption;
  result->assumption = NULL;
  bitset_copy(&assumption->letters, &result->letters);
  assumption->most_letters = result->most_letters;
  assumption->guesses += result->guesses;
  assumption->questions += result->questions;
  system->stats->system_states = result->states;
  system->stats->joint_states_redone += result->states;
  system->is_coarse = false;
  if (result->answer == JOINT_FAILS)
    take_trace(system, result);
  if (result->answer == JOINT_LIMIT)
    assumption->given_up = "the groups are too large; searched without";
  log_line(system->options.cegar.log, 2, "system",
           "assumption: answer %d, %u of %u letters, %u guesses, %llu states",
           (int)result->answer, bitset_count(&result->letters),
           result->most_letters, result->guesses,
           (unsigned long long)result->states);
}

enum joint_answer system_assume_run(struct system_check *system) {
  if (system->count < 2) {
    system->assumption.given_up = "there is one component only";
    return JOINT_LIMIT;
  }
  system->options.cegar.progress->phase = "learning";
  const struct lts **parts = list_parts(system);
  lts_split(parts, system->count, system->specification,
            &system->assumption.first);
  struct assume_question question = question_of(system, parts);
  struct assume_result result = lts_assume(&question);
  take_result(system, &result);
  enum joint_answer answer = result.answer;
  assume_result_release(&result);
  free(parts);
  return answer;
}

bool system_assume_recheck(struct system_check *system) {
  const struct lts **parts = list_parts(system);
  struct assume_question question = question_of(system, parts);
  enum joint_answer answer =
      lts_check_assumption(&question, system->assumption.lts);
  free(parts);
  system->assumption.is_rechecked = answer == JOINT_HOLDS;
  return answer != JOINT_FAILS;
}
