// Recursion by all executions, with inputs left open (paths/paths.h): programs
// whose executions fall into few classes are decided, both ways.
//
// A violation counts when the interpreter has run into it with the inputs that
// were found.
#include "engine/internal.h"

#include "cegar/record.h"
#include "check/ledger_entries.h"
#include "confirm/replay.h"
#include "paths/paths.h"
#include "program/draft.h"

bool inquiry_follows_inputs(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  const struct target_rules *rules = &options->rules;
  return !inquiry->conformance && !options->kept && !options->adopts &&
         !options->promises && !options->threaded && options->starts_program &&
         !rules->checks_promises && !rules->checks_leaks &&
         !rules->checks_races && !rules->checks_deadlock &&
         !rules->checks_requirements && !rules->label &&
         !target_rules_ask_memory(rules) && inquiry->component.targets.count;
}

// ---- A proof ----------------------------------------------------------------

static bool came_to(const struct paths *paths,
                    const struct check_target_vec *rows,
                    const struct check_target *target) {
  struct program *program = paths->program;
  const struct procedure *procedure =
      program_procedure(program, target->procedure);
  bool found = false;
  for (uint32_t i = 1; i < procedure->edges.count && !found; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    struct check_target one = target_of(program, paths->rules, procedure, edge);
    found = one.kind != TARGET_NONE && targets_lookup(rows, &one) == target &&
            paths_came_to(paths, procedure, edge);
  }
  return found;
}

static void conclude_true(struct inquiry *inquiry, const struct paths *paths) {
  struct result *result = inquiry->result;
  struct check_target_vec *rows = &inquiry->component.targets;
  for (uint32_t i = 0; i < rows->count; i++) {
    rows->at[i].status =
        came_to(paths, rows, &rows->at[i]) ? ROW_HOLDS : ROW_UNREACHED;
    rows->at[i].reason = (struct name){0};
  }
  result->verdict = VERDICT_TRUE;
  strbuf_clear(&result->reason);
  result->proof = (struct proof){.kind = PROOF_EXECUTIONS,
                                 .states = paths->executions,
                                 .steps = paths->steps};
  if (inquiry->context->options->certificate) {
    result->proof.is_unrolled = true;
    result->proof.depth = paths->depth ? paths->depth : 1;
  }
  ledger_add(&result->ledger, result->names, LEDGER_NOT_CHECKED,
             "the proof: all executions were followed, which nobody repeats");
}

// ---- A violation ------------------------------------------------------------

static struct check_target *violated(struct inquiry *inquiry,
                                     const struct paths *paths) {
  const struct procedure *procedure =
      program_procedure(paths->program, paths->procedure);
  struct check_target target =
      target_of(paths->program, paths->rules, procedure,
                procedure_edge(procedure, paths->edge));
  return targets_lookup(&inquiry->component.targets, &target);
}

static void tell(struct inquiry *inquiry, uint32_t first) {
  struct engine_context *context = inquiry->context;
  targets_rows(&inquiry->component.targets, inquiry->program,
               &inquiry->result->rows);
  if (context->learnt)
    context->learnt(context->observer, inquiry->result, first);
}

void inquiry_conclude_false(struct inquiry *inquiry,
                            struct check_target *target,
                            struct execution *execution,
                            const struct strbuf *oracle) {
  struct result *result = inquiry->result;
  target->status = ROW_FAILS;
  target->reason = (struct name){0};
  result->verdict = VERDICT_FALSE;
  result->property = intern(result->names, target_property(target->kind));
  strbuf_clear(&result->reason);
  execution->row = (uint32_t)(target - inquiry->component.targets.at);
  record_run(inquiry->context->program, execution, oracle, &result->executions);
  tell(inquiry, result->executions.count - 1);
}

// Only what the interpreter confirms, and what hangs on nothing that is
// guessed.
static bool take_violation(struct inquiry *inquiry, struct paths *paths) {
  struct check_target *target = violated(inquiry, paths);
  struct execution execution = {0};
  if (!target || paths->is_guessed ||
      !replay_confirms(&inquiry->component, &inquiry->options, target,
                       &paths->oracle, &execution,
                       &inquiry->context->stats->steps))
    return false;
  inquiry_conclude_false(inquiry, target, &execution, &paths->oracle);
  return true;
}

// ---- Both -------------------------------------------------------------------

static bool decide(struct inquiry *inquiry, struct paths *paths) {
  static const char *const outcomes[] = {
      [PATHS_COVERED] = "all", [PATHS_VIOLATED] = "a violation"};
  uint32_t first = inquiry->result->executions.count;
  enum paths_outcome outcome = paths_run(paths);
  bool is_decided = outcome == PATHS_COVERED;
  if (is_decided)
    conclude_true(inquiry, paths);
  if (outcome == PATHS_VIOLATED)
    is_decided = take_violation(inquiry, paths);
  log_line(
      inquiry->context->log, 2, "check", "by executions: %llu, %llu steps, %s",
      (unsigned long long)paths->executions, (unsigned long long)paths->steps,
      outcome == PATHS_OPEN ? paths->why : outcomes[outcome]);
  if (is_decided)
    tell(inquiry, first);
  return is_decided;
}

// For long, or as long as nobody minds.
static struct paths_limits limits_of(struct engine_context *context,
                                     bool is_brief) {
  struct paths_limits brief = {.steps = 30000,
                               .states = 2000,
                               .conditions = 100,
                               .depth = depth_limit(context),
                               .units = 2000000,
                               .check_units = 100000,
                               .poll = limits_poll(&context->limits)};
  struct paths_limits patient = {.steps = 400000,
                                 .states = 20000,
                                 .conditions = 300,
                                 .goes_on = true,
                                 .depth = depth_limit(context),
                                 .units = 12000000,
                                 .check_units = 1000000,
                                 .poll = limits_poll(&context->limits)};
  return is_brief ? brief : patient;
}

// True when it is decided. If it is not, there is hope if only time was short,
// and it was not questions that took it.
static bool try_for(struct inquiry *inquiry, bool is_brief, bool *is_hopeful) {
  enum { HOPEFUL_STEPS = 1000 };
  struct engine_context *context = inquiry->context;
  struct program *program = program_draft(context->program);
  struct paths paths = {.program = program,
                        .entry = inquiry->options.entry,
                        .rules = &inquiry->options.rules,
                        .allocations_succeed = inquiry->demand->is_task,
                        .solver = solver_new(program->terms),
                        .limits = limits_of(context, is_brief)};
  uint64_t start = stats_now_ms();
  search_begin(context, paths.solver);
  bool is_decided = decide(inquiry, &paths);
  search_end(context, paths.solver, start);
  *is_hopeful = paths.is_cut_short && paths.steps >= HOPEFUL_STEPS;
  solver_free(paths.solver);
  paths_release(&paths);
  program_free(program);
  return is_decided;
}

bool inquiry_try_executions(struct inquiry *inquiry, bool is_brief) {
  bool is_hopeful = false;
  if (!inquiry_follows_inputs(inquiry))
    return false;
  bool is_decided = try_for(inquiry, is_brief, &is_hopeful);
  if (is_decided || !is_brief)
    return is_decided;
  return inquiry_try_chances(inquiry, true) ||
         (is_hopeful && try_for(inquiry, false, &is_hopeful));
}
