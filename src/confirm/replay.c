#include "confirm/replay.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "confirm/detour.h"
#include "confirm/witness.h"
#include "run/oracle.h"
#include "run/run.h"

// Input that is empty and output that nobody sees. They are two, because a
// character that was pushed back must not lie in a stream that is written.
struct nowhere {
  FILE *in, *out;
};

static struct nowhere nowhere_open(void) {
  return (struct nowhere){.in = fopen("/dev/null", "r"),
                          .out = fopen("/dev/null", "w")};
}

static void nowhere_close(struct nowhere nowhere) {
  fclose(nowhere.in);
  fclose(nowhere.out);
}

// Where calls of recursive procedures stand for what those promise, a path
// says nothing of how deep they go: a run that has to go very deep is given up.
enum { MAX_STEPS = 50000000, MAX_STEPS_BEHIND_CALLS = 1000000 };

static struct run_options quiet_run(const char *oracle, struct nowhere nowhere,
                                    const struct program *program,
                                    const struct component_options *options) {
  static const char *const arguments[] = {"program"};
  const struct procedure *entry = program_procedure(program, options->entry);
  return (struct run_options){
      .oracle_text = oracle,
      .max_steps = options->promises ? MAX_STEPS_BEHIND_CALLS : MAX_STEPS,
      .cpu_timeout_ms = 20000,
      .havoc_externals = true,
      .is_isolated = true,
      .error_function = options->rules.error_function,
      .entry = options->starts_program ? NULL
                                       : name_text(program->names, entry->name),
      .arguments = arguments,
      .argument_count = 1,
      .streams = {.in = nowhere.in, .out = nowhere.out, .err = nowhere.out}};
}

static bool on_performed(void *context, uint32_t number, uint64_t object,
                         struct name action) {
  return witness_step(context, number, object, action);
}

// Is the value that was returned forbidden? `final` has what else the cases
// speak of.
static bool forbids_return(struct witness *witness,
                           const struct run_result *result,
                           struct assignment *final) {
  const struct specification *specification = witness_specification(witness);
  if (!result->has_returned || !listening_knows_returns(&witness->listening))
    return false;
  if (!term_is_none(specification->result))
    assignment_set(final, specification->result, result->returned);
  bool found = false;
  for (uint32_t i = 0; i < specification->cases.count && !found; i++) {
    const struct return_case *one = &specification->cases.at[i];
    found = term_evaluate(final, one->condition) &&
            witness_forbids_return(witness, one->action);
  }
  return found;
}

static bool is_line(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line;
}

// Did the run end as the target says, and there?
bool replay_violates(const struct component_options *options,
                     const struct check_target *target,
                     const struct run_result *result) {
  if (target->kind == TARGET_LOST)
    return result->outcome == OUTCOME_UNDEFINED &&
           result->reason == UNDEFINED_LOST;
  if (position_is_known(target->position) &&
      !is_line(target->position, result->position) &&
      !is_line(target->other, result->position))
    return false;
  if (target->kind == TARGET_CALL || target->kind == TARGET_LABEL)
    return result->outcome == OUTCOME_ASSERTION &&
           target->position.column == result->position.column;
  if (target->kind == TARGET_DEADLOCK && result->outcome == OUTCOME_DEADLOCK)
    return true;
  return result->outcome == OUTCOME_UNDEFINED &&
         target_kind_of_undefined(&options->rules, result->reason) ==
             target->kind;
}

// What was given at the start is `in.p`, and `@in.p` in runs.
static struct name plain_name(const struct program *program, struct name name) {
  const char *text = name_text(program->names, name);
  return *text == '@' ? intern(program->names, text + 1) : name;
}

// Somewhere behind a pointer that callers may have given there is an object
// that the access is not meant for, and none is for functions: numbers that no
// caller gives lead there.
static bool leads_astray(const struct component *component,
                         const struct check_target *target,
                         const struct run_result *result) {
  const struct program *program = component->program;
  if (!program->starting.is_required || !component->behaviour ||
      result->outcome != OUTCOME_UNDEFINED || name_is_none(result->beyond))
    return false;
  return result->is_beyond_code ||
         !removal_means(&component->behaviour->plain.removal, target->position,
                        result->reason, plain_name(program, result->beyond));
}

// Several rows may be on one line: is the run's end that of another one?
static bool is_other_row(const struct component *component,
                         const struct check_target *target,
                         struct position end) {
  const struct check_target_vec *rows = &component->targets;
  bool found = false;
  for (uint32_t i = 0; i < rows->count && !found; i++) {
    struct position at = rows->at[i].position;
    found = rows->at[i].kind == target->kind && at.line == end.line &&
            at.column == end.column && name_equal(at.file, end.file) &&
            target->position.column != end.column;
  }
  return found;
}

// What the specification heard of a run.
struct hearing {
  struct witness witness;
  const struct lts_action_vec *expected;
  uint32_t heard;     // actions, as expected
  bool is_unexpected; // something else came
};

// True when there is more to hear.
static bool hear(struct hearing *hearing, struct action action) {
  const struct bitset *alphabet =
      &witness_specification(&hearing->witness)->systems[0]->alphabet;
  if (!bitset_has(alphabet, action.id))
    return true;
  if (hearing->heard == hearing->expected->count)
    return false;
  if (action_equal(action, hearing->expected->at[hearing->heard]))
    hearing->heard++;
  else
    hearing->is_unexpected = true;
  return !hearing->is_unexpected && hearing->heard < hearing->expected->count;
}

static bool on_heard(void *context, uint32_t number, uint64_t object,
                     struct name action) {
  struct hearing *hearing = context;
  const struct specification *specification =
      witness_specification(&hearing->witness);
  const struct performed *performed =
      &specification->weaving->performed.at[number];
  return witness_step(&hearing->witness, number, object, action) &&
         (performed->kind != PERFORMED_ACTION ||
          hear(hearing, monitor_action(specification, performed)));
}

static void hear_return(struct hearing *hearing,
                        const struct run_result *result,
                        struct assignment *final) {
  const struct specification *specification =
      witness_specification(&hearing->witness);
  if (!result->has_returned)
    return;
  if (!term_is_none(specification->result))
    assignment_set(final, specification->result, result->returned);
  for (uint32_t i = 0; i < specification->cases.count; i++)
    if (term_evaluate(final, specification->cases.at[i].condition)) {
      witness_return(&hearing->witness, specification->cases.at[i].action);
      hear(hearing, specification->cases.at[i].action);
    }
}

// A run with an oracle and what came of it.
struct replay {
  struct nowhere nowhere;
  struct diag *diag;
  struct run_options run;
  struct run_result result;
  struct assignment *final;
};

// With an execution to record, or null.
static void replay_init(struct replay *replay,
                        const struct component *component,
                        const struct component_options *options,
                        const struct strbuf *oracle,
                        struct execution *execution) {
  *replay = (struct replay){.nowhere = nowhere_open()};
  replay->diag = diag_new(component->program->names, replay->nowhere.out);
  replay->run = quiet_run(strbuf_text(oracle), replay->nowhere,
                          component->program, options);
  replay->final = assignment_new(component->program->terms);
  if (execution) {
    execution_clear(execution);
    replay->run.lane = execution_add_lane(execution, (struct name){0});
    replay->run.lane->takes_part = true;
    if (options->specification)
      replay->run.calls = &options->specification->weaving->calls;
  }
}

static void replay_release(struct replay *replay) {
  assignment_free(replay->final);
  run_result_release(&replay->result);
  diag_free(replay->diag);
  nowhere_close(replay->nowhere);
}

// "ends at f.c:4:3 (undefined: ...)". What the oracle's text has to do with it
// is nobody's business.
static void tell_ending(const struct component *component,
                        const struct replay *replay, struct strbuf *why) {
  const struct run_result *result = &replay->result;
  bool is_oracle =
      !strncmp(strbuf_text(&result->message), ORACLE_TEXT, strlen(ORACLE_TEXT));
  strbuf_add(why, is_oracle ? "asks for something else" : "ends");
  if (position_is_known(result->position)) {
    strbuf_add(why, " at ");
    position_print(component->program->names, result->position, why);
  }
  if (result->outcome == OUTCOME_EXIT)
    strbuf_add(why, " without it");
  else if (result->outcome == OUTCOME_ORACLE && !is_oracle)
    strbuf_format(why, " (%s)", strbuf_text(&result->message));
  else if (!is_oracle)
    strbuf_format(why, " (%s%s%s)", outcome_name(result->outcome),
                  result->message.length ? ": " : "",
                  strbuf_text(&result->message));
}

// Some numbers that errno may be.
enum { FIRST_CODE = 5, LAST_CODE = 40 };

// One run, with that errno where a routine fails.
static bool confirms_with(const struct program *program,
                          const struct component *component,
                          const struct component_options *options,
                          const struct check_target *target,
                          const struct strbuf *oracle, int failure_code,
                          struct execution *execution, uint64_t *steps,
                          bool *may_read_code) {
  struct replay replay;
  replay_init(&replay, component, options, oracle, execution);
  struct witness witness = {0};
  struct listener listener = {&witness, on_performed};
  if (options->specification) {
    witness_init(&witness, component->program, options->specification,
                 execution);
    replay.run.listener = &listener;
    replay.run.final = replay.final;
  }
  struct race_wish race = {target->position, target->other};
  if (target->kind == TARGET_RACE)
    replay.run.race = &race;
  struct leak_wish leak = {options->rules.leaks, target->position};
  if (is_leak_target(target->kind))
    replay.run.leak = &leak;
  replay.run.finds_lost = target->kind == TARGET_LOST;
  replay.run.failure_code = failure_code;
  run_program(program, &replay.run, replay.diag, &replay.result);
  *steps += replay.result.steps;
  *may_read_code = replay.result.may_read_code;
  bool confirmed =
      target->kind == TARGET_CONFORMANCE
          ? witness.listening.heard == HEARD_FORBIDDEN ||
                forbids_return(&witness, &replay.result, replay.final)
          : replay_violates(options, target, &replay.result) &&
                !is_other_row(component, target, replay.result.position) &&
                !leads_astray(component, target, &replay.result);
  if (execution && (replay.result.outcome == OUTCOME_UNDEFINED ||
                    replay.result.outcome == OUTCOME_DEADLOCK))
    execution->what =
        intern(component->program->names, strbuf_text(&replay.result.message));
  witness_finish(&witness);
  witness_release(&witness);
  replay_release(&replay);
  return confirmed;
}

// What errno is where a routine fails nobody knows: it has to be a violation
// whatever it is, also if the routine is one that leaves it as it was.
bool replay_confirms_in(const struct program *program,
                        const struct component *component,
                        const struct component_options *options,
                        const struct check_target *target,
                        const struct strbuf *oracle,
                        struct execution *execution, uint64_t *steps) {
  bool may_read;
  if (!confirms_with(program, component, options, target, oracle, FIRST_CODE,
                     execution, steps, &may_read))
    return false;
  bool ok = true, ignored;
  for (int code = 0; code <= LAST_CODE && may_read && ok; code++)
    ok = confirms_with(program, component, options, target, oracle, code, NULL,
                       steps, &ignored);
  return ok;
}

bool replay_confirms(const struct component *component,
                     const struct component_options *options,
                     const struct check_target *target,
                     const struct strbuf *oracle, struct execution *execution,
                     uint64_t *steps) {
  return replay_confirms_in(component->program, component, options, target,
                            oracle, execution, steps);
}

bool replay_settles(const struct component *component,
                    const struct component_options *options, int round,
                    struct strbuf *oracle, uint64_t *steps) {
  struct replay replay;
  replay_init(&replay, component, options, oracle, NULL);
  replay.run.failure_code = FIRST_CODE;
  replay.run.wish_round = round;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  *steps += replay.result.steps;
  struct strbuf settled = replay.result.settled;
  replay.result.settled = (struct strbuf){0};
  replay_release(&replay);
  bool found = settled.length != 0;
  if (found) {
    strbuf_clear(oracle);
    strbuf_bytes(oracle, settled.text, settled.length);
  }
  strbuf_release(&settled);
  return found;
}

void replay_explain(const struct component *component,
                    const struct component_options *options,
                    const struct edge_id_vec *path_edges,
                    const struct strbuf *oracle, struct strbuf *why) {
  struct replay replay;
  struct detour detour;
  replay_init(&replay, component, options, oracle, NULL);
  detour_init(&detour, component, path_edges);
  struct follower follower = detour_follower(&detour);
  replay.run.follower = &follower;
  replay.run.failure_code = FIRST_CODE;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  bool hangs =
      replay.result.may_read_code && replay.result.outcome == OUTCOME_ASSERTION;
  strbuf_add(why, hangs ? "it hangs on what errno is where a routine of the C "
                          "library fails"
                        : "its run ");
  if (!hangs && !detour_tell(&detour, why))
    tell_ending(component, &replay, why);
  detour_release(&detour);
  replay_release(&replay);
}

bool replay_goes_along(const struct component *component,
                       const struct component_options *options,
                       const struct edge_id_vec *path_edges,
                       const struct strbuf *oracle, struct execution *execution,
                       uint64_t *steps) {
  enum { ENOUGH_STEPS = 1000000 };
  struct replay replay;
  struct detour detour;
  replay_init(&replay, component, options, oracle, execution);
  detour_init(&detour, component, path_edges);
  struct follower follower = detour_follower(&detour);
  follower.has_enough = &detour.has_passed;
  replay.run.follower = &follower;
  replay.run.failure_code = FIRST_CODE;
  replay.run.max_steps = ENOUGH_STEPS;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  *steps += replay.result.steps;
  bool ok = replay.result.outcome == OUTCOME_LIMIT &&
            (detour.has_passed || !detour.branches.count);
  detour_release(&detour);
  replay_release(&replay);
  return ok;
}

static bool has_ended(enum outcome_kind outcome) {
  return outcome == OUTCOME_EXIT || outcome == OUTCOME_ABORT ||
         outcome == OUTCOME_ASSERTION;
}

bool replay_takes(const struct component *component,
                  const struct component_options *options,
                  const struct edge_id_vec *path_edges, bool ends,
                  const struct strbuf *oracle, struct execution *execution,
                  uint64_t *steps, struct strbuf *why) {
  struct replay replay;
  struct detour detour;
  replay_init(&replay, component, options, oracle, execution);
  detour_init(&detour, component, path_edges);
  if (!ends)
    detour_want_end(&detour);
  struct follower follower = detour_follower(&detour);
  follower.has_enough = ends ? NULL : &detour.has_passed;
  replay.run.follower = &follower;
  replay.run.failure_code = FIRST_CODE;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  *steps += replay.result.steps;
  bool ok = ends ? has_ended(replay.result.outcome) && !detour.has_left &&
                       detour.passed == detour.branches.count
                 : detour.has_passed;
  if (!ok) {
    strbuf_add(why, "its run ");
    if (!detour_tell(&detour, why))
      tell_ending(component, &replay, why);
  }
  detour_release(&detour);
  replay_release(&replay);
  return ok;
}

bool replay_lasts(const struct program *program,
                  const struct component_options *options,
                  const struct strbuf *oracle, uint64_t *steps) {
  enum { ENOUGH_STEPS = 1000000 };
  struct nowhere nowhere = nowhere_open();
  struct diag *diag = diag_new(program->names, nowhere.out);
  struct run_options run =
      quiet_run(strbuf_text(oracle), nowhere, program, options);
  struct run_result result = {0};
  run.max_steps = ENOUGH_STEPS;
  run.failure_code = FIRST_CODE;
  run_program(program, &run, diag, &result);
  *steps += result.steps;
  bool ok = result.outcome == OUTCOME_LIMIT ||
            (result.outcome == OUTCOME_ORACLE &&
             strstr(strbuf_text(&result.message), ORACLE_NO_MORE));
  run_result_release(&result);
  diag_free(diag);
  nowhere_close(nowhere);
  return ok;
}

bool replay_performs(const struct component *component,
                     const struct component_options *options,
                     const struct lts_action_vec *actions,
                     const struct strbuf *oracle, struct execution *execution,
                     struct strbuf *why) {
  struct replay replay;
  replay_init(&replay, component, options, oracle, execution);
  struct hearing hearing = {.expected = actions};
  witness_init(&hearing.witness, component->program, options->specification,
               execution);
  struct listener listener = {&hearing, on_heard};
  replay.run.listener = &listener;
  replay.run.final = replay.final;
  run_program(component->program, &replay.run, replay.diag, &replay.result);
  if (!hearing.is_unexpected && hearing.heard < actions->count)
    hear_return(&hearing, &replay.result, replay.final);
  bool confirmed = !hearing.is_unexpected && hearing.heard == actions->count;
  if (!confirmed) {
    strbuf_add(why, "its run ");
    tell_ending(component, &replay, why);
  }
  witness_release(&hearing.witness);
  replay_release(&replay);
  return confirmed;
}

// With a witness of a specification, or null.
static void follow_with(struct program *program,
                        const struct component_options *options,
                        const char *oracle, uint64_t seed,
                        const struct follower *follower,
                        struct witness *witness, struct assignment *final,
                        uint64_t steps, uint64_t limit_ms,
                        struct strbuf *recorded, struct run_result *result) {
  struct nowhere nowhere = nowhere_open();
  struct diag *diag = diag_new(program->names, nowhere.out);
  struct run_options run = quiet_run(oracle, nowhere, program, options);
  struct listener listener = {witness, on_performed};
  run.seed = seed;
  run.follower = follower;
  run.listener = witness ? &listener : NULL;
  run.final = final;
  run.max_steps = steps;
  run.finds_lost = options->rules.checks_lost;
  run.cpu_timeout_ms = limit_ms;
  run.recorded = recorded;
  run_program(program, &run, diag, result);
  diag_free(diag);
  nowhere_close(nowhere);
}

static void follow(struct program *program,
                   const struct component_options *options, const char *oracle,
                   uint64_t seed, const struct follower *follower,
                   uint64_t steps, uint64_t limit_ms,
                   struct run_result *result) {
  follow_with(program, options, oracle, seed, follower, NULL, NULL, steps,
              limit_ms, NULL, result);
}

enum { FOLLOWED_STEPS = 300000, FOLLOWED_MS = 1000 };

static bool follows_specification(struct program *program,
                                  const struct component_options *options,
                                  const char *oracle,
                                  const struct follower *follower,
                                  struct run_result *result) {
  struct witness witness;
  struct assignment *final = assignment_new(program->terms);
  witness_init(&witness, program, options->specification, NULL);
  follow_with(program, options, oracle, 0, follower, &witness, final,
              FOLLOWED_STEPS, FOLLOWED_MS, NULL, result);
  bool found = witness.listening.heard == HEARD_FORBIDDEN ||
               forbids_return(&witness, result, final);
  witness_release(&witness);
  assignment_free(final);
  return found;
}

bool replay_follows(struct program *program,
                    const struct component_options *options,
                    const struct check_target *target, const char *oracle,
                    const struct follower *follower, uint64_t *steps) {
  struct run_result result;
  bool found;
  if (target->kind == TARGET_CONFORMANCE) {
    found = follows_specification(program, options, oracle, follower, &result);
  } else {
    replay_follow(program, options, oracle, 0, follower, &result);
    found = replay_violates(options, target, &result);
  }
  *steps += result.steps;
  run_result_release(&result);
  return found;
}

void replay_follow(struct program *program,
                   const struct component_options *options, const char *oracle,
                   uint64_t seed, const struct follower *follower,
                   struct run_result *result) {
  follow(program, options, oracle, seed, follower, FOLLOWED_STEPS, FOLLOWED_MS,
         result);
}

void replay_draw(struct program *program,
                 const struct component_options *options, const char *oracle,
                 uint64_t seed, uint64_t steps, const struct follower *follower,
                 struct strbuf *recorded, struct run_result *result) {
  enum { LIMIT_MS = 2000 };
  follow_with(program, options, oracle, seed, follower, NULL, NULL, steps,
              LIMIT_MS, recorded, result);
}

void replay_sole(struct program *program,
                 const struct component_options *options,
                 const struct follower *follower, bool is_brief,
                 struct run_result *result) {
  enum { STEPS = 100000000, LIMIT_MS = 5000 };
  enum { FEW_STEPS = 1000000, BRIEF_MS = 300 };
  follow(program, options, NULL, 0, follower, is_brief ? FEW_STEPS : STEPS,
         is_brief ? BRIEF_MS : LIMIT_MS, result);
}
