#include "system/system_simulation.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/compare.h"
#include "lts/contract.h"
#include "lts/transform.h"
#include "lts/view.h"
#include "lts/weak.h"

enum { MOST_STATES = 200000, MOST_PAIRS = 20000000 };

bool system_simulation_needed(const struct system_check *system) {
  const struct check_syntax *check = &system->check->item->check;
  return check->goal == GOAL_REFINES &&
         check->refinement == REFINES_SIMULATION &&
         !lts_is_weakly_deterministic(system->specification);
}

// ---- The composition --------------------------------------------------------

struct composed {
  struct lts **parts; // null where one could not be built
  uint32_t count;
  struct lts *lts; // over the alphabet of the specification; or null
};

static void composed_release(struct composed *composed) {
  for (uint32_t i = 0; i < composed->count; i++)
    if (composed->parts[i])
      lts_free(composed->parts[i]);
  free(composed->parts);
  if (composed->lts)
    lts_free(composed->lts);
}

// All components do this first, together.
static struct action start_of(const struct system_check *system) {
  return action_intern(system->spec->actions, "start{}");
}

// False when it is too large.
static bool compose(const struct system_check *system, bool is_certain,
                    struct composed *composed) {
  *composed = (struct composed){.count = system->count};
  composed->parts = memory_new_zero(system->count, sizeof *composed->parts);
  for (uint32_t i = 0; i < system->count; i++) {
    composed->parts[i] =
        part_branching_lts(&system->parts[i], is_certain, start_of(system),
                           &system->options.cegar);
    if (!composed->parts[i])
      return false;
  }
  struct lts *all = lts_compose((const struct lts *const *)composed->parts,
                                system->count, MOST_STATES);
  if (!all)
    return false;
  lts_forget_kinds(all);
  composed->lts = lts_contract(all, &system->specification->alphabet,
                               LTS_BRANCHING, all->state_count);
  lts_free(all);
  return true;
}

static struct compare_options comparing(void) {
  return (struct compare_options){.relation = RELATION_WEAK_SIM,
                                  .limit = MOST_PAIRS};
}

static struct comparison compare(const struct system_check *system,
                                 const struct composed *composed) {
  struct lts *specification = lts_copy(system->specification);
  lts_forget_kinds(specification);
  struct comparison comparison =
      lts_compare(composed->lts, specification, comparing());
  lts_free(specification);
  return comparison;
}

// ---- It holds ---------------------------------------------------------------

static void conclude(struct system_check *system, enum verdict verdict,
                     const char *reason) {
  system->verdict = verdict;
  strbuf_clear(&system->reason);
  if (reason)
    strbuf_add(&system->reason, reason);
}

static enum compare_answer try_possible(struct system_check *system) {
  struct composed composed;
  enum compare_answer answer = COMPARE_UNKNOWN;
  if (compose(system, false, &composed)) {
    struct comparison comparison = compare(system, &composed);
    answer = comparison.answer;
    comparison_release(&comparison);
  }
  composed_release(&composed);
  return answer;
}

// ---- It fails ---------------------------------------------------------------

// The moves of the challenger.
static void take_trace(const struct comparison *comparison,
                       struct lts_action_vec *trace) {
  for (uint32_t i = 0; i < comparison->play.count; i++)
    if (!action_is_tau(comparison->play.at[i].action))
      lts_action_vec_push(trace, comparison->play.at[i].action);
}

// The same with what the components do among themselves.
static bool complete_trace(struct system_check *system,
                           const struct composed *composed,
                           const struct lts_action_vec *trace) {
  struct lts *all_but = lts_all_but(system->spec->actions, trace,
                                    &system->specification->alphabet, false);
  struct joint_question question = {.specification = all_but};
  struct joint *joint = joint_new((const struct lts *const *)composed->parts,
                                  composed->count, &question);
  bool found = joint_run(joint, MOST_PAIRS) == JOINT_FAILS;
  if (found) {
    struct joint_witness witness = joint_witness(joint);
    lts_action_vec_clear(&system->trace);
    for (uint32_t i = 0; i < witness.trace.count; i++)
      if (!action_equal(witness.trace.at[i], start_of(system)))
        lts_action_vec_push(&system->trace, witness.trace.at[i]);
    joint_witness_release(&witness);
  }
  joint_free(joint);
  lts_free(all_but);
  return found;
}

static bool is_executed(struct system_check *system) {
  struct strbuf why = {0};
  bool ok = true;
  for (uint32_t i = 0; i < system->count && ok; i++) {
    struct part *part = &system->parts[i];
    struct lts_action_vec trace = {0};
    trace_project(&system->trace, &part->visible, &trace);
    if (trace.count)
      ok = part_performs(part, &trace, &system->options.cegar, system->stats,
                         &why) == PART_CAN;
    else
      part_forget_run(part);
    lts_action_vec_release(&trace);
  }
  strbuf_release(&why);
  return ok;
}

static bool is_shown_to_fail(struct system_check *system,
                             const struct composed *composed,
                             const struct comparison *comparison) {
  struct lts_action_vec trace = {0};
  take_trace(comparison, &trace);
  bool ok = trace.count && complete_trace(system, composed, &trace) &&
            is_executed(system);
  lts_action_vec_release(&trace);
  if (ok)
    comparison_print(comparison, composed->lts, system->specification,
                     comparing(), &system->play);
  return ok;
}

static bool try_certain(struct system_check *system) {
  struct composed composed;
  bool fails = false;
  if (compose(system, true, &composed)) {
    struct comparison comparison = compare(system, &composed);
    fails = comparison.answer == COMPARE_FAILS &&
            is_shown_to_fail(system, &composed, &comparison);
    comparison_release(&comparison);
  }
  composed_release(&composed);
  return fails;
}

// ---- All --------------------------------------------------------------------

static bool track_all(struct system_check *system) {
  bool grows = false;
  for (uint32_t i = 0; i < system->count; i++)
    grows |= part_track_all(&system->parts[i]);
  return grows;
}

void system_simulation_run(struct system_check *system) {
  do {
    if (try_possible(system) == COMPARE_HOLDS)
      return;
    if (try_certain(system)) {
      conclude(system, VERDICT_FALSE, NULL);
      return;
    }
  } while (track_all(system));
  conclude(system, VERDICT_UNKNOWN,
           "all traces conform, but the abstraction does not show whether the "
           "specification simulates the system");
}
