// Violations that are easy to come by, in a function that starts alone: it is
// run from states that are drawn by chance (confirm/drawn.h), before anything
// else is tried.
//
// What a removed check lets through is often near: a null pointer, an
// allocation that fails, a length of zero. The interpreter takes a state for a
// few thousandths of a second, and whatever stands in the way of an answer in
// general, recursion, unions, long loops, is no trouble for it. Rows that are
// violated so are decided; the search goes on for the others.
//
// A run counts only if nothing on its way was guessed (confirm/doubt.h).
#include "engine/internal.h"

#include <stdio.h>
#include <string.h>

#include "cegar/record.h"
#include "cegar/survey.h"
#include "confirm/drawn.h"
#include "confirm/replay.h"
#include "library/routine.h"

enum {
  MOST_DRAWS = 120,
  DRAWS_WITHOUT_NULL = 40, // of them, the first ones
  STEPS_OF_A_DRAW = 20000,
  STEPS_OF_DRAWS = 400000
};

// Is anything in the program approximated, inline assembly, say? A run does not
// tell that it came there.
static bool has_approximations(const struct program *program) {
  bool found = false;
  for (uint32_t i = 1; i < program->procedures.count && !found; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    for (uint32_t k = 1; k < procedure->edges.count && !found; k++) {
      const struct operation *op = &procedure->edges.at[k].op;
      found = op->kind == OPERATION_HAVOC &&
              op->havoc.origin == ORIGIN_APPROXIMATION;
    }
  }
  return found;
}

// May runs from drawn states tell anything?
static bool may_draw(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return !inquiry->is_repeated && !options->starts_program &&
         options->entry.id && !options->threaded && !options->kept &&
         !options->adopts && !options->promises && !options->is_task &&
         !options->is_temporal && !options->has_threads &&
         options->rules.leaks == LEAKS_ALLOWED &&
         inquiry->component.targets.count &&
         !has_approximations(inquiry->program);
}

static bool is_minus_one(const char *value) {
  static const char *const forms[] = {"-1", "4294967295",
                                      "18446744073709551615", "0xffffffff",
                                      "0xffffffffffffffff"};
  bool found = false;
  for (uint32_t i = 0; i < sizeof forms / sizeof *forms && !found; i++)
    found = !strcmp(value, forms[i]);
  return found;
}

// What a routine of the C library gave that nobody models, unless it failed,
// which it may do at any time.
static bool is_guess(const char *name, const char *value) {
  struct routine routine = routine_find(name);
  const struct routine_result *result = &routine.result;
  if (!routine_is_known(&routine) || !strcmp(value, "void"))
    return false;
  if (result->is_input && result->low.kind == BOUND_NONE &&
      result->high.kind == BOUND_NONE && !result->is_new_descriptor)
    return false;
  bool is_null = result->may_be_null || result->is_string;
  bool has_failed = is_null ? !strcmp(value, "0") || !strcmp(value, "null")
                            : is_minus_one(value);
  return !result->may_fail || !has_failed;
}

// Is there a guess among the answers of a run?
static bool has_guess(const struct strbuf *recorded) {
  const char *line = strbuf_text(recorded);
  bool found = false;
  while (line && *line && !found) {
    char name[128], value[64];
    if (sscanf(line, "call %127s %63s", name, value) == 2)
      found = is_guess(name, value);
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
  return found;
}

// Does a routine complain of something else than memory: that a stream is not
// open, say? What is given is what it should be, and drawn bytes are not that.
static bool is_about_handle(const struct run_result *run) {
  static const char *const of_memory[] = {"read of ", "write of ",
                                          "string without an end"};
  const char *message = strbuf_text(&run->message);
  const char *colon = strstr(message, ": ");
  char name[64];
  if (!colon || (size_t)(colon - message) >= sizeof name)
    return false;
  memcpy(name, message, (size_t)(colon - message));
  name[colon - message] = '\0';
  bool is_memory = false;
  for (uint32_t i = 0; i < 3 && !is_memory; i++)
    is_memory = !strncmp(colon + 2, of_memory[i], strlen(of_memory[i]));
  return routine_row(name) && !is_memory;
}

// Whether the run does what a specification forbids is said by the one that
// confirms it, which has no limit: one that has not ended here is not asked.
static bool is_violated(const struct inquiry *inquiry,
                        const struct check_target *target,
                        const struct run_result *run) {
  bool is_bad =
      run->outcome == OUTCOME_UNDEFINED || run->outcome == OUTCOME_ASSERTION;
  if (target->kind == TARGET_LOST)
    return run->outcome == OUTCOME_EXIT;
  if (target->kind == TARGET_CONFORMANCE)
    return is_bad || run->outcome == OUTCOME_EXIT;
  return (is_bad && !is_about_handle(run) &&
          replay_violates(&inquiry->options, target, run) &&
          target->position.column == run->position.column);
}

static void conclude(struct inquiry *inquiry, struct check_target *target,
                     struct execution *execution, const struct strbuf *oracle) {
  struct result *result = inquiry->result;
  struct engine_context *context = inquiry->context;
  uint32_t first = result->executions.count;
  survey_note_failure(target, &inquiry->options, context->names, execution);
  record_run(inquiry->program, execution, oracle, &result->executions);
  result->executions.at[first].row =
      (uint32_t)(target - inquiry->component.targets.at);
  if (inquiry->component.procedure)
    component_retire(&inquiry->component, target);
  targets_rows(&inquiry->component.targets, inquiry->program, &result->rows);
  if (context->learnt)
    context->learnt(context->observer, result, first);
}

// The run violates the target, if the interpreter says so once more.
static bool take(struct inquiry *inquiry, struct check_target *target,
                 const struct strbuf *oracle) {
  struct execution execution = {0};
  bool is_confirmed =
      replay_confirms(&inquiry->component, &inquiry->options, target, oracle,
                      &execution, &inquiry->context->stats->steps);
  if (is_confirmed)
    conclude(inquiry, target, &execution, oracle);
  execution_release(&execution);
  return is_confirmed;
}

static bool take_any(struct inquiry *inquiry, const struct run_result *run,
                     const struct strbuf *oracle) {
  struct check_target_vec *targets = &inquiry->component.targets;
  bool found = false;
  for (uint32_t i = 0; i < targets->count && !found; i++)
    found = targets->at[i].status == ROW_OPEN &&
            is_violated(inquiry, &targets->at[i], run) &&
            take(inquiry, &targets->at[i], oracle);
  return found;
}

// One state. True when a row was decided.
static bool draw(struct inquiry *inquiry, const struct drawn *drawn,
                 uint64_t seed, uint64_t *steps) {
  struct strbuf oracle = {0}, recorded = {0};
  struct run_result run;
  drawn_write(drawn, seed, seed > DRAWS_WITHOUT_NULL, &oracle);
  replay_draw(inquiry->program, &inquiry->options, strbuf_text(&oracle), 0,
              STEPS_OF_A_DRAW, &recorded, &run);
  *steps += run.steps;
  log_line(inquiry->context->log, 3, "check", "drawn state %llu: %s",
           (unsigned long long)seed,
           run.message.length ? strbuf_text(&run.message) : "ends");
  bool found = !has_guess(&recorded) && take_any(inquiry, &run, &oracle);
  run_result_release(&run);
  strbuf_release(&oracle);
  strbuf_release(&recorded);
  return found;
}

static bool has_open(const struct inquiry *inquiry) {
  const struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].status == ROW_OPEN)
      return true;
  return false;
}

// What only such runs look for.
static void give_up_lost(struct inquiry *inquiry) {
  struct check_target_vec *targets = &inquiry->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].kind == TARGET_LOST &&
        targets->at[i].status == ROW_OPEN) {
      targets->at[i].status = ROW_UNKNOWN;
      targets->at[i].reason =
          intern(inquiry->context->names,
                 "only runs from drawn states look for it, and none did so");
    }
}

static bool try_states(struct inquiry *inquiry) {
  struct engine_context *context = inquiry->context;
  struct poll poll = limits_poll(&context->limits);
  struct drawn drawn;
  uint64_t steps = 0;
  uint32_t found = 0;
  bool goes_on = true;
  context->progress->phase = "running from states drawn by chance";
  drawn_init(&drawn, inquiry->program, &inquiry->behaviour,
             inquiry->options.entry);
  for (uint64_t seed = 1; seed <= MOST_DRAWS && goes_on && !poll_stops(poll) &&
                          steps < STEPS_OF_DRAWS;
       seed++) {
    bool is_found = draw(inquiry, &drawn, seed, &steps);
    found += is_found;
    goes_on = has_open(inquiry) && !(is_found && context->options->first);
  }
  drawn_release(&drawn);
  log_line(context->log, 2, "check",
           "runs from states drawn by chance, %llu steps: %u rows violated",
           (unsigned long long)steps, found);
  return goes_on;
}

bool inquiry_draws(struct inquiry *inquiry) {
  bool goes_on = !may_draw(inquiry) || try_states(inquiry);
  give_up_lost(inquiry);
  return goes_on && (!inquiry->component.targets.count || has_open(inquiry));
}
