#include "system/system.h"

#include "system/system_alphabet.h"
#include "system/system_assume.h"
#include "system/system_search.h"
#include "system/system_simulation.h"

// ---- Outcomes ---------------------------------------------------------------

static void conclude(struct system_check *system, enum verdict verdict,
                     const char *reason) {
  system->verdict = verdict;
  if (reason)
    strbuf_add(&system->reason, reason);
}

static void conclude_about(struct system_check *system, const struct part *part,
                           const char *why) {
  conclude(system, VERDICT_UNKNOWN, NULL);
  strbuf_format(&system->reason, "component %s: %s",
                name_text(system->program->names, part->name), why);
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
  system_forget_search(system);
  system->options.cegar.progress->phase = "abstracting";
  if (!part_abstract(part, system->options.contracts, &system->options.cegar)) {
    const char *stopped = limits_reason(&system->options.cegar.limits);
    conclude_about(system, part,
                   stopped ? stopped : "its predicate LTS is too large");
    return false;
  }
  action_lts_release(&system->abstracts[i]);
  action_lts_init(&system->abstracts[i], part->lts, first_partition(system));
  system_split_again(system, i);
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
  system_project(system, i, &trace);
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
  system_project(system, i, &trace);
  bool is_excluded = !lts_performs(system->parts[i].lts, &trace);
  if (!is_excluded)
    conclude_about(system, &system->parts[i],
                   "internal error: an excluded trace came back");
  lts_action_vec_release(&trace);
  return is_excluded;
}

// The story of the system: its trace, and why the code does not perform it. The
// rounds of components come in between.

static uint32_t tell_trace(struct system_check *system) {
  struct story *story = system->options.cegar.story;
  struct story_round *round = story ? story_add(story) : NULL;
  if (!round)
    return UINT32_MAX;
  round->end = ROUND_REAL;
  round->states = system->stats->system_states;
  for (uint32_t i = 0; i < system->count; i++)
    round->predicates += system->parts[i].seeds.count;
  for (uint32_t i = 0; i < system->trace.count; i++)
    name_vec_push(&round->actions, intern(system->program->names,
                                          action_text(system->spec->actions,
                                                      system->trace.at[i])));
  return story->rounds.count - 1;
}

static void tell_spurious(struct system_check *system, uint32_t number,
                          uint32_t part) {
  struct interner *names = system->program->names;
  struct story *story = system->options.cegar.story;
  if (number == UINT32_MAX)
    return;
  story->rounds.at[number].end = ROUND_SPURIOUS;
  story->rounds.at[number].why =
      intern_format(names, "the code of %s cannot perform its part of it",
                    name_text(names, system->parts[part].name));
}

static void tell_safe(struct system_check *system) {
  uint32_t number = tell_trace(system);
  if (number != UINT32_MAX)
    system->options.cegar.story->rounds.at[number].end = ROUND_SAFE;
}

// All components whose code cannot perform the trace get more predicates. True
// when there was one, and all is well.
static bool add_predicates(struct system_check *system) {
  bool is_gone = false;
  uint32_t told = tell_trace(system);
  for (uint32_t i = 0; i < system->count; i++) {
    enum part_answer answer = ask(system, i);
    if (answer == PART_UNKNOWN)
      return false;
    if (answer == PART_CAN)
      continue;
    is_gone = true;
    tell_spurious(system, told, i);
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

static bool conclude_stopped(struct system_check *system,
                             enum joint_answer answer) {
  const char *stopped = limits_reason(&system->options.cegar.limits);
  conclude(system, VERDICT_UNKNOWN,
           stopped                  ? stopped
           : answer == JOINT_BUDGET ? "too many ways to wait"
                                    : "the composition is too large");
  return false;
}

// ---- Where it holds ---------------------------------------------------------

// A proof is about the calls that we see. True when there may be others.
static bool has_unseen_call(struct system_check *system) {
  struct program *program = system->program;
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    struct procedure_id called = part->behaviour.unseen_call;
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
    if (lts_has_action(part->lts, part->unsupported) ||
        lts_has_action(part->lts, part->labels.error))
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
  system_forget_search(system);
  return true;
}

static bool iterate(struct system_check *system) {
  system->stats->iterations++;
  enum joint_answer answer = system_search(system);
  if (answer == JOINT_FAILS)
    return add_predicates(system);
  system_forget_witness(system);
  if (answer != JOINT_HOLDS)
    return conclude_stopped(system, answer);
  if (ask_for_safety(system))
    return true;
  tell_safe(system);
  if (!has_unseen_call(system))
    conclude(system, VERDICT_TRUE, NULL);
  return false;
}

// A component whose LTS does not allow all that its code does is a bug of ours.
static void recheck(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    enum part_recheck outcome = part_recheck(
        part, system->is_coarse ? system->abstracts[i].lts : part->lts,
        &system->options.cegar, system->stats);
    part->is_rechecked = outcome == PART_RECHECKED;
    if (outcome == PART_REFUTED)
      conclude_about(system, part,
                     "internal error: it does more than its abstraction");
  }
}

// So is an assumption that does not do what it was learnt for.
static void recheck_assumption(struct system_check *system) {
  if (!system_assume_recheck(system))
    conclude(system, VERDICT_UNKNOWN,
             "internal error: the assumption does not suffice");
}

// ---- Components that are followed -------------------------------------------

// States of a composition that is searched as it is before anything is
// abstracted.
enum { FOLLOWED_STATES = 500000 };

static void stop_following(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    part_stop_following(&system->parts[i]);
}

// Every component performs its part of the witness.
static bool confirm_witness(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (ask(system, i) != PART_CAN)
      return false;
  conclude(system, VERDICT_FALSE, NULL);
  return true;
}

// ERROR, and what we do not model, is asked about together with deadlock. True
// when it is decided.
static bool search_followed(struct system_check *system) {
  system->stats->iterations++;
  if (!system->specification)
    system->safety = safe_lts(system);
  enum joint_answer answer = system_search_reduced(system, FOLLOWED_STATES);
  if (answer == JOINT_FAILS) {
    tell_trace(system);
    return confirm_witness(system);
  }
  if (answer != JOINT_HOLDS)
    return false;
  tell_safe(system);
  if (!has_unseen_call(system))
    conclude(system, VERDICT_TRUE, NULL);
  return true;
}

// True when it is decided.
static bool decide_followed(struct system_check *system) {
  const struct system_options *options = &system->options;
  bool is_decided = system_is_followed(system) &&
                    options->abstraction == SYSTEM_AUTO &&
                    options->composition == COMPOSE_AUTO &&
                    !system_assume_needed(system) && search_followed(system);
  system_forget_search(system);
  if (is_decided)
    return true;
  if (system->safety)
    lts_free(system->safety);
  system->safety = NULL;
  system_forget_witness(system);
  strbuf_clear(&system->reason);
  stop_following(system);
  return false;
}

// ---- The search, with alphabets that are decided on the way -----------------

// Those that are not followed. False when the search cannot go on.
static bool abstract_all(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++)
    if (!system->parts[i].followed && !abstract_part(system, i))
      return false;
  return true;
}

static void decide(struct system_check *system) {
  if (!abstract_all(system) ||
      (system_alphabet_narrow(system) && !abstract_all(system)) ||
      decide_followed(system))
    return;
  for (uint32_t i = 0; i < system->count; i++)
    if (!system->parts[i].lts && !abstract_part(system, i))
      return;
  while (iterate(system))
    ;
}

// A trace is one of the system in any case (system_alphabet.h).
static bool rests_on_alphabets(const struct system_check *system) {
  return system->verdict == VERDICT_TRUE ||
         (system->verdict == VERDICT_FALSE && !system->specification);
}

static void start_again(struct system_check *system) {
  system->verdict = VERDICT_UNKNOWN;
  system_forget_search(system);
  system_forget_witness(system);
  if (system->safety)
    lts_free(system->safety);
  system->safety = NULL;
  for (uint32_t i = 0; i < system->count; i++) {
    part_forget_run(&system->parts[i]);
    for (uint32_t k = 0; k < system->spurious[i].count; k++)
      lts_action_vec_release(&system->spurious[i].at[k]);
    lts_traces_clear(&system->spurious[i]);
  }
}

// True when the verdict is about alphabets that have changed.
static bool is_outdated(struct system_check *system) {
  if (!rests_on_alphabets(system))
    return false;
  switch (system_alphabet_settle(system)) {
  case ALPHABET_SETTLED: return false;
  case ALPHABET_CHANGED: start_again(system); return true;
  case ALPHABET_OPEN: conclude(system, VERDICT_UNKNOWN, NULL); return false;
  }
  return false;
}

void system_check_run(struct system_check *system) {
  do
    decide(system);
  while (is_outdated(system));
  system_forget_search(system);
  if (system->verdict == VERDICT_TRUE && system->options.cegar.checks_proof)
    recheck(system);
  if (system->verdict == VERDICT_TRUE && system->assumption.lts)
    recheck_assumption(system);
  if (system->verdict == VERDICT_TRUE && system_simulation_needed(system)) {
    stop_following(system);
    system_simulation_run(system);
  }
}

// ---- Vacuity ----------------------------------------------------------------

// Nothing of the specification's alphabet.
static struct lts *silence(const struct system_check *system) {
  struct lts_builder builder;
  lts_builder_init(&builder, system->spec->actions);
  lts_builder_state(&builder);
  const struct bitset *alphabet = &system->specification->alphabet;
  BITSET_EACH (a, alphabet)
    lts_builder_alphabet(&builder, (struct action){a});
  return lts_builder_finish(&builder);
}

// Components that were followed until simulation was asked about have no LTS
// yet.
static bool have_steps(struct system_check *system) {
  for (uint32_t i = 0; i < system->count; i++) {
    struct part *part = &system->parts[i];
    if (!part->followed && !part->lts &&
        !part_abstract(part, system->options.contracts, &system->options.cegar))
      return false;
  }
  return true;
}

bool system_check_is_vacuous(struct system_check *system) {
  if (!system->specification ||
      spec_proves_absence(system->spec, system->check, system->specification) ||
      !have_steps(system))
    return false;
  struct lts *silent = silence(system);
  bool is_vacuous = system_keeps_to(system, silent);
  lts_free(silent);
  return is_vacuous;
}
