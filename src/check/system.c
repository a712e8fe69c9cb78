#include "check/system.h"

#include <stdlib.h>

#include "base/memory.h"
#include "check/system_simulation.h"
#include "lts/grouped.h"
#include "lts/symbolic.h"

// ---- Outcomes ---------------------------------------------------------------

static void conclude(struct system_check *system, enum verdict verdict,
                     const char *reason) {
  system->verdict = verdict;
  if (reason)
    strbuf_add(&system->reason, reason);
}

static const char *stop_reason(const struct system_check *system) {
  const struct cegar_options *options = &system->options.cegar;
  if (*options->interrupt)
    return "interrupted";
  if (*options->out_of_time)
    return "timeout";
  if (options->memlimit_kb && stats_peak_kb() > options->memlimit_kb)
    return "memory limit";
  return NULL;
}

static void conclude_about(struct system_check *system, const struct part *part,
                           const char *why) {
  conclude(system, VERDICT_UNKNOWN, NULL);
  strbuf_format(&system->reason, "component %s: %s",
                name_text(system->program->names, part->name), why);
}

// ---- The composition --------------------------------------------------------

static bool must_stop(void *context) {
  return stop_reason(context) != NULL;
}

static struct joint_question question_of(struct system_check *system) {
  return (struct joint_question){
      .specification = system->safety ? system->safety : system->specification,
      .waits = system->weaving.waits.at,
      .wait_count = system->weaving.waits.count,
      .stop = must_stop,
      .context = system};
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
  const struct lts **parts = list_parts(system, is_fine);
  struct joint *joint = joint_new(parts, system->count, &question);
  free(parts);
  return joint;
}

static void forget_search(struct system_check *system, struct joint **joint) {
  if (!*joint)
    return;
  struct joint_counts counts = joint_counts(*joint);
  system->stats->joint_states_kept += counts.kept;
  system->stats->joint_states_redone += counts.states + counts.dropped;
  joint_free(*joint);
  *joint = NULL;
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

static void forget_witness(struct system_check *system) {
  lts_action_vec_clear(&system->trace);
  lts_action_vec_clear(&system->allowed);
  free(system->waits);
  system->waits = NULL;
}

static void take_witness(struct system_check *system,
                         struct joint_witness witness, const char *level) {
  forget_witness(system);
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
  system->stats->system_states = joint_counts(*joint).states;
  system->options.cegar.progress->states = system->stats->system_states;
  if (answer == JOINT_FAILS)
    take_witness(system, joint_witness(*joint),
                 is_fine ? "predicates" : "actions");
  return answer;
}

// The components' LTSs, composed in pairs that are made smaller.
static enum joint_answer look_in_groups(struct system_check *system,
                                        uint64_t limit) {
  struct joint_question question = question_of(system);
  const struct lts **parts = list_parts(system, true);
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
static void project(const struct system_check *system, uint32_t i,
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
    project(system, i, &trace);
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
static void split_again(struct system_check *system, uint32_t i) {
  for (uint32_t k = 0; k < system->spurious[i].count; k++)
    if (!lts_performs(system->parts[i].lts, &system->spurious[i].at[k]))
      split_blocks_of(system, i, &system->spurious[i].at[k]);
}

// ---- Abstraction ------------------------------------------------------------

static enum first_partition first_partition(const struct system_check *system) {
  if (system->options.abstraction == SYSTEM_PREDICATES)
    return PARTITION_FINEST;
  return system->options.contracts ? PARTITION_ONE : PARTITION_ENABLED;
}

// False when the search cannot go on.
static bool abstract_part(struct system_check *system, uint32_t i) {
  struct part *part = &system->parts[i];
  forget_search(system, &system->coarse);
  forget_search(system, &system->fine);
  system->options.cegar.progress->phase = "abstracting";
  if (!part_abstract(part, system->options.contracts, &system->options.cegar)) {
    const char *stopped = stop_reason(system);
    conclude_about(system, part,
                   stopped ? stopped : "its predicate LTS is too large");
    return false;
  }
  action_lts_release(&system->abstracts[i]);
  action_lts_init(&system->abstracts[i], part->lts, first_partition(system));
  split_again(system, i);
  log_line(system->options.cegar.log, 2, "system",
           "%s: %u predicates, %u states, %u without silence, %u blocks",
           name_text(system->program->names, part->name), part->seeds.count,
           part->full_states, part->lts->state_count,
           system->abstracts[i].members.count);
  return true;
}

// ---- Asking the components --------------------------------------------------

static bool is_unsupported(const struct system_check *system, uint32_t i,
                           const struct lts_action_vec *trace) {
  return trace->count && action_equal(trace->at[trace->count - 1],
                                      system->parts[i].unsupported);
}

// Asks the code of one component.
static enum part_answer ask(struct system_check *system, uint32_t i) {
  struct part *part = &system->parts[i];
  struct lts_action_vec trace = {0};
  struct strbuf why = {0};
  enum part_answer answer = PART_CAN;
  project(system, i, &trace);
  if (is_unsupported(system, i, &trace)) {
    conclude_about(system, part, "reaches something that is not modelled");
    answer = PART_UNKNOWN;
  } else if (!trace.count) {
    part_forget_run(part);
  } else {
    answer = part_performs(part, &trace, &system->options.cegar, system->stats,
                           &why);
    if (answer == PART_UNKNOWN)
      conclude_about(system, part, strbuf_text(&why));
  }
  lts_action_vec_release(&trace);
  strbuf_release(&why);
  return answer;
}

// The predicates of the proof that the code cannot perform a trace take it out
// of the LTS, too.
static bool is_excluded(struct system_check *system, uint32_t i) {
  struct lts_action_vec trace = {0};
  project(system, i, &trace);
  bool is_excluded = !lts_performs(system->parts[i].lts, &trace);
  if (!is_excluded)
    conclude_about(system, &system->parts[i],
                   "internal error: an excluded trace came back");
  lts_action_vec_release(&trace);
  return is_excluded;
}

// All components whose code cannot perform the trace get more predicates. True
// when there was one, and all is well.
static bool add_predicates(struct system_check *system) {
  bool is_gone = false;
  for (uint32_t i = 0; i < system->count; i++) {
    enum part_answer answer = ask(system, i);
    if (answer == PART_UNKNOWN)
      return false;
    if (answer == PART_CAN)
      continue;
    is_gone = true;
    if (system->options.abstraction == SYSTEM_ACTIONS) {
      conclude_about(system, &system->parts[i],
                     "needs predicates, which --abstraction=actions leaves "
                     "as they are");
      return false;
    }
    if (!abstract_part(system, i) || !is_excluded(system, i))
      return false;
  }
  if (is_gone)
    system->stats->predicate_iterations++;
  else
    conclude(system, VERDICT_FALSE, NULL);
  return is_gone;
}

// ---- The loop ---------------------------------------------------------------

// States that are looked at without further ado, and effort in multiples of a
// limit on states.
enum { SMALL = 1024, LARGE = 65536, EFFORT = 8 };

static bool conclude_stopped(struct system_check *system,
                             enum joint_answer answer) {
  const char *stopped = stop_reason(system);
  conclude(system, VERDICT_UNKNOWN,
           stopped                  ? stopped
           : answer == JOINT_BUDGET ? "too many ways to wait"
                                    : "the composition is too large");
  return false;
}

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
  return JOINT_HOLDS;
}

// What the composition itself is too large for.
static enum joint_answer race_on(struct system_check *system) {
  for (uint64_t limit = LARGE;; limit *= 2) {
    enum joint_answer answer = look_at_actions(system, limit);
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
// abstraction by actions. What is decided takes no more states than the
// composition has, and not much more time than the best way.
static enum joint_answer race(struct system_check *system) {
  enum joint_answer answer = look_at_actions(system, SMALL);
  if (answer == JOINT_HOLDS)
    return take_smaller(system);
  enum joint_answer fine = look(system, true, LARGE);
  if (fine != JOINT_LIMIT)
    return fine;
  return answer == JOINT_FAILS ? look(system, false, SMALL) : race_on(system);
}

static enum joint_answer search(struct system_check *system) {
  if (system->options.composition == COMPOSE_GROUPED)
    return look_in_groups(system, 0);
  if (system->options.composition == COMPOSE_SYMBOLIC)
    return look_symbolically(system);
  if (system->options.abstraction == SYSTEM_PREDICATES)
    return look(system, true, 0);
  if (system->options.abstraction == SYSTEM_AUTO &&
      system->options.composition == COMPOSE_AUTO)
    return race(system);
  return look_at_actions(system, 0);
}

// ---- Where it holds ---------------------------------------------------------

static bool has_step(const struct lts *lts, struct action action) {
  for (uint32_t i = 0; i < lts->step_count; i++)
    if (action_equal(lts->steps[i].action, action))
      return true;
  return false;
}

// A proof is about the calls that we see. True when there may be others.
static bool has_unseen_call(struct system_check *system) {
  struct program *program = system->program;
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    struct procedure_id called = part->component.plain.unseen_call;
    if (!called.id)
      continue;
    conclude_about(system, part, "not modelled: callback of ");
    strbuf_add(
        &system->reason,
        name_text(program->names, program_procedure(program, called)->name));
    return true;
  }
  return false;
}

static bool may_go_astray(const struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    if (has_step(part->lts, part->unsupported) ||
        has_step(part->lts, part->labels.error))
      return true;
  }
  return false;
}

// Allows everything but ERROR and what we do not model.
static struct lts *safe_lts(const struct system_check *system) {
  struct lts_builder builder;
  lts_builder_init(&builder, system->spec->actions);
  lts_builder_state(&builder);
  for (uint32_t i = 0; i < system->count; i++) {
    lts_builder_alphabet(&builder, system->parts[i].unsupported);
    lts_builder_alphabet(&builder, system->parts[i].labels.error);
  }
  return lts_builder_finish(&builder);
}

// Nobody gets stuck; but nobody knows what a component does behind ERROR or
// something that we do not model. A specification forbids to go there; here it
// is asked for in the second place. True when it has to be.
static bool ask_for_safety(struct system_check *system) {
  if (system->specification || system->safety || !may_go_astray(system))
    return false;
  system->safety = safe_lts(system);
  forget_search(system, &system->coarse);
  forget_search(system, &system->fine);
  return true;
}

static bool iterate(struct system_check *system) {
  system->stats->iterations++;
  enum joint_answer answer = search(system);
  if (answer == JOINT_FAILS)
    return add_predicates(system);
  forget_witness(system);
  if (answer != JOINT_HOLDS)
    return conclude_stopped(system, answer);
  if (ask_for_safety(system))
    return true;
  if (!has_unseen_call(system))
    conclude(system, VERDICT_TRUE, NULL);
  return false;
}

void system_check_run(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (!abstract_part(system, i))
      return;
  while (iterate(system))
    ;
  forget_search(system, &system->coarse);
  forget_search(system, &system->fine);
  if (system->verdict == VERDICT_TRUE && system_simulation_needed(system))
    system_simulation_run(system);
}

// ---- Vacuity ----------------------------------------------------------------

static bool can_occur(const struct system_check *system, struct action action) {
  bool is_known = false;
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    if (!bitset_has(&part->visible, action.id))
      continue;
    is_known = true;
    if (!has_step(part->lts, action))
      return false;
  }
  return is_known;
}

bool system_check_is_vacuous(const struct system_check *system) {
  if (!system->specification)
    return false;
  const struct bitset *alphabet = &system->specification->alphabet;
  for (uint32_t a = bitset_next(alphabet, 0); a != UINT32_MAX;
       a = bitset_next(alphabet, a + 1))
    if (can_occur(system, (struct action){a}))
      return false;
  return true;
}
