// A program that has one execution only (confirm/sole.h) is decided by its run.
#include "engine/internal.h"

#include "base/memory.h"
#include "cegar/record.h"
#include "check/ledger_entries.h"
#include "confirm/replay.h"
#include "confirm/sole.h"
#include "program/draft.h"

static bool has_ended(const struct run_result *result) {
  return result->outcome == OUTCOME_EXIT || result->outcome == OUTCOME_ABORT;
}

// Steps that are written down cost more than others.
enum { MOST_RECORDED = 2000000 };

// Of a long run where it ends, and that there is nothing to choose on the way.
static void record_end(struct interner *names, const struct run_result *run,
                       struct execution *execution) {
  struct lane *lane = execution_add_lane(execution, (struct name){0});
  lane->takes_part = true;
  lane_add(lane, STEP_LINE, (struct name){0})->position = run->position;
  lane_add(lane, STEP_NOTE,
           intern_format(names,
                         "by execution: after %llu steps of the only one",
                         (unsigned long long)run->steps));
}

static void record(struct inquiry *inquiry, uint32_t row,
                   const struct run_result *run) {
  struct execution execution = {0};
  struct strbuf oracle = {0};
  uint64_t steps = 0;
  strbuf_add(&oracle, "vouch-oracle 1\nrest zero\n");
  if (run->steps > MOST_RECORDED ||
      !replay_confirms(&inquiry->component, &inquiry->options,
                       &inquiry->component.targets.at[row], &oracle, &execution,
                       &steps)) {
    execution_clear(&execution);
    record_end(inquiry->context->names, run, &execution);
  }
  execution.row = row;
  record_run(inquiry->context->program, &execution, &oracle,
             &inquiry->result->executions);
  strbuf_release(&oracle);
}

// The row that the run violates, or the number of rows.
static uint32_t find_violated(const struct inquiry *inquiry,
                              const struct run_result *run) {
  const struct check_target_vec *rows = &inquiry->component.targets;
  uint32_t i = 0;
  while (i < rows->count &&
         !replay_violates(&inquiry->options, &rows->at[i], run))
    i++;
  return i;
}

static void conclude(struct inquiry *inquiry, const enum visit *visits,
                     uint32_t violated, const struct run_result *run) {
  struct result *result = inquiry->result;
  struct check_target_vec *rows = &inquiry->component.targets;
  bool is_false = violated < rows->count;
  for (uint32_t i = 0; i < rows->count; i++) {
    rows->at[i].status = visits[i] == VISIT_REACHED ? ROW_HOLDS : ROW_UNREACHED;
    rows->at[i].reason = (struct name){0};
  }
  result->verdict = is_false ? VERDICT_FALSE : VERDICT_TRUE;
  strbuf_clear(&result->reason);
  if (is_false) {
    rows->at[violated].status = ROW_FAILS;
    result->property =
        intern(result->names, target_property(rows->at[violated].kind));
    record(inquiry, violated, run);
  } else {
    result->proof =
        (struct proof){.kind = PROOF_EXECUTION,
                       .steps = run->steps,
                       .is_unrolled = !inquiry->options.threaded,
                       .depth = inquiry->options.depth};
  }
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             "by execution: nothing is left open, there is only one");
}

// Runs a copy of the program; what that decides is concluded, or only told.
static bool decide(struct inquiry *inquiry, bool concludes) {
  struct check_target_vec *rows = &inquiry->component.targets;
  struct program *program = program_draft(inquiry->context->program);
  struct visit_question question = {
      .program = program, .options = &inquiry->options, .rows = rows};
  enum visit *visits = memory_new_zero(rows->count + 1, sizeof *visits);
  struct run_result run;
  visit_sole(&question, visits,
             limits_reason(&inquiry->context->limits) != NULL, &run);
  uint32_t violated = find_violated(inquiry, &run);
  bool ok = has_ended(&run) ||
            (violated < rows->count && rows->at[violated].status != ROW_FAILS);
  if (ok && concludes)
    conclude(inquiry, visits, violated, &run);
  program_free(program);
  run_result_release(&run);
  free(visits);
  return ok;
}

static bool may_run(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return !inquiry->conformance && !options->kept && !options->adopts &&
         !options->promises && options->starts_program &&
         !options->rules.checks_promises && !options->rules.checks_leaks &&
         inquiry->component.targets.count &&
         sole_is_certain(inquiry->context->program, &options->rules);
}

bool inquiry_could_run(void *asker) {
  struct inquiry *inquiry = asker;
  return may_run(inquiry) && decide(inquiry, false);
}

// Also when a limit was reached: then a short run is all there is time for.
bool inquiry_runs(struct inquiry *inquiry) {
  struct engine_context *context = inquiry->context;
  if (inquiry->result->verdict != VERDICT_UNKNOWN || !may_run(inquiry))
    return false;
  uint32_t first = inquiry->result->executions.count;
  bool ok = decide(inquiry, true);
  if (ok)
    targets_rows(&inquiry->component.targets, inquiry->program,
                 &inquiry->result->rows);
  if (ok && context->learnt)
    context->learnt(context->observer, inquiry->result, first);
  return ok;
}
