#include "system/system_search.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lts/grouped.h"
#include "lts/symbolic.h"
#include "system/system_assume.h"

// States that are looked at without further ado, and effort in multiples of a
// limit on states.
enum { SMALL = 1024, LARGE = 65536, EFFORT = 8 };

// Ways to wait that are tried of a tuple of blocks, which have many, where
// there are other ways to decide.
enum { COARSE_BUDGET = 4096 };

// ---- The composition --------------------------------------------------------

static struct joint_question question_of(struct system_check *system) {
  return (struct joint_question){
      .specification = system->safety ? system->safety : system->specification,
      .waits = system->weaving.waits.at,
      .wait_count = system->weaving.waits.count,
      .poll = limits_poll(&system->options.cegar.limits)};
}

static const struct lts **list_parts(const struct system_check *system,
                                     bool is_fine) {
  const struct lts **parts = memory_new(system->count * sizeof *parts);
  for (uint32_t i = 0; i < system->count; i++)
    parts[i] = is_fine ? system->parts[i].lts : system->abstracts[i].lts;
  return parts;
}

static struct joint *new_search(struct system_check *system, bool is_fine) {
  struct joint_question question = question_of(system);
  if (!is_fine && system->options.abstraction == SYSTEM_AUTO)
    question.budget = COARSE_BUDGET;
  const struct lts **parts = list_parts(system, is_fine);
  struct joint *joint = joint_new(parts, system->count, &question);
  free(parts);
  return joint;
}

static void forget(struct system_check *system, struct joint **joint) {
  if (!*joint)
    return;
  struct joint_counts counts = joint_counts(*joint);
  system->stats->joint_states_kept += counts.kept;
  system->stats->joint_states_redone += counts.states + counts.dropped;
  joint_free(*joint);
  *joint = NULL;
}

void system_forget_search(struct system_check *system) {
  forget(system, &system->coarse);
  forget(system, &system->fine);
  if (system->reduced)
    system->stats->joint_states_redone +=
        growing_counts(system->reduced).states;
  growing_free(system->reduced);
  system->reduced = NULL;
}

static void log_trace(const struct system_check *system, const char *level) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < system->trace.count; i++)
    strbuf_format(&text, " %s",
                  action_text(system->spec->actions, system->trace.at[i]));
  for (uint32_t i = 0; system->waits && i < system->count; i++)
    strbuf_format(&text, " %s.%s",
                  name_text(system->program->names, system->parts[i].name),
                  action_text(system->spec->actions, system->waits[i]));
  log_line(system->options.cegar.log, 2, "system", "%s: %llu states; trace:%s",
           level, (unsigned long long)system->stats->system_states,
           strbuf_text(&text));
  strbuf_release(&text);
}

void system_forget_witness(struct system_check *system) {
  lts_action_vec_clear(&system->trace);
  lts_action_vec_clear(&system->allowed);
  free(system->waits);
  system->waits = NULL;
}

static void take_witness(struct system_check *system,
                         struct joint_witness witness, const char *level) {
  system_forget_witness(system);
  lts_action_vec_append(&system->trace, witness.trace.at, witness.trace.count);
  lts_action_vec_append(&system->allowed, witness.allowed.at,
                        witness.allowed.count);
  system->waits = witness.waits;
  witness.waits = NULL;
  joint_witness_release(&witness);
  log_trace(system, level);
}

// One search at one level. LIMIT when there are more states than that.
static enum joint_answer look(struct system_check *system, bool is_fine,
                              uint64_t limit) {
  struct joint **joint = is_fine ? &system->fine : &system->coarse;
  if (!*joint)
    *joint = new_search(system, is_fine);
  system->options.cegar.progress->phase = "composing";
  enum joint_answer answer = joint_run(*joint, limit);
  system->is_coarse = !is_fine;
  system->stats->system_states = joint_counts(*joint).states;
  system->options.cegar.progress->states = system->stats->system_states;
  if (answer == JOINT_FAILS)
    take_witness(system, joint_witness(*joint),
                 is_fine ? "predicates" : "actions");
  bool gives_up = answer == JOINT_BUDGET && !is_fine &&
                  system->options.abstraction == SYSTEM_AUTO;
  return gives_up ? JOINT_LIMIT : answer;
}

// ---- Components as far as they are needed -----------------------------------

static struct growing *new_growing(struct system_check *system,
                                   const struct lts *specification,
                                   bool asks_deadlock) {
  struct growing_question question = {.joint = question_of(system),
                                      .asks_deadlock = asks_deadlock,
                                      .reduces = true};
  question.joint.specification = specification;
  struct growing_part *parts = memory_new(system->count * sizeof *parts);
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    parts[i].alphabet = &part->visible;
    parts[i].source = part->followed ? followed_source(part->followed)
                                     : row_source_of(part->lts);
  }
  struct growing *growing =
      growing_new(parts, system->count, &question, system->spec->actions);
  free(parts);
  return growing;
}

static void tell_loops(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (system->parts[i].followed)
      system->parts[i].may_loop_silently =
          growing_loops_silently(system->reduced, i);
}

enum joint_answer system_search_reduced(struct system_check *system,
                                        uint64_t limit) {
  if (!system->reduced)
    system->reduced = new_growing(
        system, system->safety ? system->safety : system->specification,
        !system->specification);
  system->options.cegar.progress->phase = "composing";
  enum joint_answer answer = growing_run(system->reduced, limit);
  system->is_coarse = false;
  system->stats->system_states = growing_counts(system->reduced).states;
  system->options.cegar.progress->states = system->stats->system_states;
  tell_loops(system);
  if (answer == JOINT_FAILS)
    take_witness(system, growing_witness(system->reduced), "values");
  return answer;
}

bool system_is_followed(const struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (system->parts[i].followed)
      return true;
  return false;
}

static bool keeps_to_reduced(struct system_check *system,
                             const struct lts *specification) {
  struct growing *growing = new_growing(system, specification, false);
  bool is_kept = growing_run(growing, LARGE) == JOINT_HOLDS;
  growing_free(growing);
  return is_kept;
}

bool system_keeps_to(struct system_check *system,
                     const struct lts *specification) {
  if (system_is_followed(system))
    return keeps_to_reduced(system, specification);
  struct joint_question question = question_of(system);
  question.specification = specification;
  const struct lts **parts = list_parts(system, true);
  struct joint *joint = joint_new(parts, system->count, &question);
  bool is_kept = joint_run(joint, LARGE) == JOINT_HOLDS;
  joint_free(joint);
  free(parts);
  return is_kept;
}

// The components' LTSs, composed in pairs that are made smaller.
static enum joint_answer look_in_groups(struct system_check *system,
                                        uint64_t limit) {
  struct joint_question question = question_of(system);
  const struct lts **parts = list_parts(system, true);
  system->is_coarse = false;
  struct grouped *grouped = grouped_new(parts, system->count, &question, limit);
  enum joint_answer answer = grouped_run(grouped, limit);
  struct grouped_counts counts = grouped_counts(grouped);
  system->stats->system_states =
      counts.largest > counts.states ? counts.largest : counts.states;
  system->stats->joint_states_redone += counts.composed + counts.states;
  if (answer == JOINT_FAILS)
    take_witness(system, grouped_witness(grouped), "groups");
  grouped_free(grouped);
  free(parts);
  return answer;
}

static enum joint_answer look_symbolically(struct system_check *system) {
  struct joint_question question = question_of(system);
  const struct lts **parts = list_parts(system, true);
  system->is_coarse = false;
  struct symbolic_result result = symbolic_run(
      parts, system->count, &question,
      (struct symbolic_options){.breadth_first = true}, system->dd);
  system->stats->system_states = (uint64_t)result.states;
  if (result.answer == JOINT_FAILS) {
    take_witness(system, result.witness, "diagrams");
    result.witness = (struct joint_witness){0};
  }
  enum joint_answer answer = result.answer;
  symbolic_result_release(&result);
  free(parts);
  return answer;
}

// ---- Splitting blocks -------------------------------------------------------

// What the component does of the counterexample.
void system_project(const struct system_check *system, uint32_t i,
                    struct lts_action_vec *into) {
  trace_project(&system->trace, &system->parts[i].visible, into);
  if (system->waits)
    lts_action_vec_push(into, system->waits[i]);
}

static void remember(struct lts_traces *traces, struct lts_action_vec *trace) {
  lts_traces_push(traces, *trace);
  *trace = (struct lts_action_vec){0};
}

static void split_blocks_of(struct system_check *system, uint32_t i,
                            const struct lts_action_vec *trace) {
  struct bitset touched = {0};
  uint32_t splits = action_lts_exclude(&system->abstracts[i], trace, &touched);
  if (splits && system->coarse)
    joint_change(system->coarse, i, system->abstracts[i].lts, &touched);
  if (splits)
    log_line(system->options.cegar.log, 2, "system",
             "%s: %u splits, %u of %u blocks",
             name_text(system->program->names, system->parts[i].name), splits,
             system->abstracts[i].members.count,
             system->parts[i].lts->state_count);
  bitset_release(&touched);
}

// Takes the trace away where a component's LTS does not have it. True when it
// is gone.
static bool split_blocks(struct system_check *system) {
  bool is_gone = false;
  for (uint32_t i = 0; i < system->count; i++) {
    struct lts_action_vec trace = {0};
    system_project(system, i, &trace);
    if (!lts_performs(system->parts[i].lts, &trace)) {
      split_blocks_of(system, i, &trace);
      remember(&system->spurious[i], &trace);
      is_gone = true;
    }
    lts_action_vec_release(&trace);
  }
  if (is_gone)
    system->stats->action_iterations++;
  return is_gone;
}

// Traces that were spurious before are taken away at once where they still are.
void system_split_again(struct system_check *system, uint32_t i) {
  for (uint32_t k = 0; k < system->spurious[i].count; k++)
    if (!lts_performs(system->parts[i].lts, &system->spurious[i].at[k]))
      split_blocks_of(system, i, &system->spurious[i].at[k]);
}

// ---- What pays --------------------------------------------------------------

// The composition of their abstractions by actions, refined until it is decided
// or has cost too much.
static enum joint_answer look_at_actions(struct system_check *system,
                                         uint64_t limit) {
  uint64_t before = system->stats->joint_states_redone;
  for (;;) {
    enum joint_answer answer = look(system, false, limit);
    struct joint_counts counts = joint_counts(system->coarse);
    if (answer != JOINT_FAILS || !split_blocks(system))
      return answer;
    uint64_t effort = system->stats->joint_states_redone - before +
                      counts.states + counts.dropped;
    if (limit && effort > EFFORT * limit)
      return JOINT_LIMIT;
  }
}

// It holds for the abstractions; is the composition as it is even smaller?
static enum joint_answer take_smaller(struct system_check *system) {
  uint64_t states = system->stats->system_states;
  if (look(system, true, states) != JOINT_HOLDS)
    system->stats->system_states = states;
  system->is_coarse = true;
  return JOINT_HOLDS;
}

// What the composition itself is too large for.
static enum joint_answer race_on(struct system_check *system) {
  for (uint64_t limit = LARGE;; limit *= 2) {
    enum joint_answer answer = system_search_reduced(system, limit);
    if (answer == JOINT_LIMIT)
      answer = look_at_actions(system, limit);
    if (answer == JOINT_LIMIT)
      answer = look_in_groups(system, limit);
    if (answer == JOINT_LIMIT)
      answer = look(system, true, 2 * limit);
    if (answer != JOINT_LIMIT)
      return answer;
  }
}

// A few abstract states often suffice for a proof. Where they do not, the
// composition itself gives the trace to go on with, unless it is large: so
// that the components get the predicates that they would get without the
// abstraction by actions. (Not the search that leaves interleavings out, though
// its proofs are as good.) What is decided takes no more states than the
// composition has, and not much more time than the best way.
static enum joint_answer race(struct system_check *system) {
  enum joint_answer answer = look_at_actions(system, SMALL);
  if (answer == JOINT_HOLDS)
    return take_smaller(system);
  if (answer == JOINT_LIMIT &&
      system_search_reduced(system, SMALL) == JOINT_HOLDS)
    return JOINT_HOLDS;
  system_forget_witness(system);
  enum joint_answer fine = look(system, true, LARGE);
  if (fine != JOINT_LIMIT)
    return fine;
  return answer == JOINT_FAILS ? look(system, false, SMALL) : race_on(system);
}

enum joint_answer system_search(struct system_check *system) {
  if (system_assume_needed(system)) {
    enum joint_answer answer = system_assume_run(system);
    if (answer != JOINT_LIMIT)
      return answer;
  }
  if (system->options.composition == COMPOSE_GROUPED)
    return look_in_groups(system, 0);
  if (system->options.composition == COMPOSE_SYMBOLIC)
    return look_symbolically(system);
  if (system->options.abstraction == SYSTEM_PREDICATES)
    return look(system, true, 0);
  if (system->options.abstraction == SYSTEM_AUTO &&
      system->options.composition != COMPOSE_FLAT)
    return race(system);
  return look_at_actions(system, 0);
}
