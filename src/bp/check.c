#include "bp/check.h"

#include <string.h>

#include "bp/explore.h"
#include "bp/interleave.h"
#include "bp/print.h"
#include "bp/record.h"
#include "bp/replay.h"
#include "bp/summaries.h"
#include "bp/text_source.h"

struct checking {
  struct bp_code *code;
  const struct bp_check_options *options;
  struct diag *sources;
  struct result *result;
  const char *stopped; // why, or null
};

static bool should_stop(void *context) {
  struct checking *checking = context;
  const struct bp_check_options *options = checking->options;
  checking->stopped = options->stop ? options->stop(options->context) : NULL;
  return checking->stopped;
}

// Rows

static struct name row_text(const struct bp_code *code,
                            const struct bp_row *row) {
  const struct bp *bp = code->bp;
  struct strbuf text = {0};
  switch (row->kind) {
  case BP_ROW_LABEL:
    strbuf_format(&text, "label %s is not reached",
                  name_text(bp->names, row->label));
    break;
  case BP_ROW_ASSERT:
    strbuf_add(&text, "assert(");
    bp_print_expr(bp, row->procedure,
                  bp->procedures.at[row->procedure]
                      .statements.at[row->statement]
                      .condition,
                  &text);
    strbuf_char(&text, ')');
    break;
  case BP_ROW_ABORTIF:
    strbuf_add(&text, "abortif(");
    bp_print_expr(bp, row->procedure, row->failed, &text);
    strbuf_char(&text, ')');
    break;
  }
  struct name name = intern(bp->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static struct name place_text(const struct bp *bp, struct position position) {
  struct strbuf text = {0};
  position_print(bp->names, position, &text);
  struct name name = intern(bp->names, strbuf_text(&text));
  strbuf_release(&text);
  return name;
}

static void add_rows(struct checking *checking) {
  const struct bp_code *code = checking->code;
  for (uint32_t i = 0; i < code->rows.count; i++) {
    const struct bp_row *row = &code->rows.at[i];
    result_row_vec_push(
        &checking->result->rows,
        (struct result_row){.property = "unreach-call",
                            .function =
                                code->bp->procedures.at[row->procedure].name,
                            .position = row->position,
                            .place = place_text(code->bp, row->position),
                            .text = row_text(code, row)});
  }
}

static void doubt(struct result *result, const char *reason) {
  for (uint32_t i = 0; i < result->rows.count; i++)
    if (result->rows.at[i].status == ROW_OPEN) {
      result->rows.at[i].status = ROW_UNKNOWN;
      result->rows.at[i].reason = intern(result->names, reason);
    }
  if (!result->rows.count)
    strbuf_add(&result->reason, reason);
}

// By summaries

static void add_violation(struct checking *checking, struct summaries *s,
                          uint32_t row) {
  struct result *result = checking->result;
  struct result_row *told = &result->rows.at[row];
  struct bp_trace trace;
  struct strbuf why = {0};
  bp_trace_init(&trace);
  summaries_trace(s, row, &trace);
  if (bp_replays(checking->code, &trace, row, &why)) {
    struct execution execution = {.row = row, .ending = ENDING_VIOLATED};
    double length =
        bp_record_trace(&execution, checking->code, &trace, checking->sources);
    result->stats.trace_steps += length < 1e18 ? (uint64_t)length : 0;
    execution_vec_push(&result->executions, execution);
    told->status = ROW_FAILS;
  } else {
    told->status = ROW_UNKNOWN;
    told->reason = intern_format(result->names,
                                 "a counterexample that does not happen: %s",
                                 strbuf_text(&why));
  }
  strbuf_release(&why);
  bp_trace_release(&trace);
}

// An `abortif` is checked wherever its procedure is.
static uint32_t row_location(const struct bp_code *code, uint32_t row) {
  const struct bp_row *at = &code->rows.at[row];
  return bp_code_location(code, at->procedure, at->statement);
}

// What traces are made of: shortest ones if they are to be had in some times
// the work that it took to find that there are any.
static struct summaries *trace_source(const struct checking *checking,
                                      struct summaries *s) {
  enum { TIMES = 20, LEAST = 100000 };
  uint64_t most = TIMES * summaries_figures(s).images + LEAST;
  struct summaries *shortest =
      checking->options->stops_at_first ? NULL : summaries_shortest(s, most);
  return shortest ? shortest : s;
}

static bool violates_some(const struct checking *checking,
                          const struct summaries *s) {
  for (uint32_t i = 0; i < checking->code->rows.count; i++)
    if (summaries_violates(s, i))
      return true;
  return false;
}

static void tell_summaries(struct checking *checking, struct summaries *s,
                           bool is_done) {
  struct result *result = checking->result;
  struct summaries *traces =
      violates_some(checking, s) ? trace_source(checking, s) : s;
  for (uint32_t i = 0; i < result->rows.count; i++) {
    bool is_empty =
        dd_is_false(summaries_at(s, row_location(checking->code, i)));
    if (summaries_violates(s, i))
      add_violation(checking, traces, i);
    else if (is_done)
      result->rows.at[i].status = is_empty ? ROW_UNREACHED : ROW_HOLDS;
  }
  if (traces != s)
    summaries_free(traces);
}

static void count_reached(struct checking *checking, struct summaries *s,
                          struct text_source *source) {
  const struct bp_graph *graph = &checking->code->graph;
  for (uint32_t i = 0; checking->options->reached && i < graph->part_of.count;
       i++)
    checking->options->reached[i] = (uint64_t)text_source_count(
        source, graph->part_of.at[i], summaries_at(s, i));
}

static void check_by_summaries(struct checking *checking) {
  struct dd_manager *m = dd_manager_new();
  struct text_source *source = text_source_new(checking->code, m);
  struct bp_source images = text_source_images(source);
  struct summaries *s = summaries_new(&checking->code->graph, &images);
  struct summaries_limits limits = {
      checking->options->stops_at_first,
      {.stops = should_stop, .context = checking}};
  bool is_done = summaries_run(s, &limits) == SUMMARIES_DONE;
  tell_summaries(checking, s, is_done);
  count_reached(checking, s, source);
  if (!is_done)
    doubt(checking->result, checking->stopped
                                ? checking->stopped
                                : "not looked at after the first violation");
  checking->result->stats.images = summaries_figures(s).images;
  summaries_free(s);
  text_source_free(source);
  dd_manager_free(m);
}

// All states, of programs with threads; of others, as many as it takes to find
// shortest ways to the rows that are still open.
static const char *interleave_rows(struct checking *checking) {
  const struct bp_check_options *options = checking->options;
  struct interleaving_limits limits = {
      options->most_threads,
      options->limit,
      options->stops_at_first,
      {.stops = should_stop, .context = checking}};
  const char *reason =
      interleave(checking->code, &limits, checking->sources, checking->result);
  return checking->stopped ? checking->stopped : reason;
}

static void check_threads(struct checking *checking) {
  const char *reason = interleave_rows(checking);
  if (reason)
    doubt(checking->result, reason);
}

// One valuation after the other

static void tell_exploration(struct checking *checking,
                             const struct exploration *exploration) {
  struct result *result = checking->result;
  const struct bp_code *code = checking->code;
  for (uint32_t i = 0; i < result->rows.count; i++) {
    struct result_row *row = &result->rows.at[i];
    bool is_empty = !exploration->reached[row_location(code, i)];
    if (exploration->is_violated[i])
      continue; // open: it is shown how
    if (exploration->is_complete)
      row->status = is_empty ? ROW_UNREACHED : ROW_HOLDS;
    else
      row->status = ROW_UNKNOWN;
    if (row->status == ROW_UNKNOWN)
      row->reason = intern(result->names, "more states than --states");
  }
}

static void check_by_exploring(struct checking *checking) {
  const struct bp_code *code = checking->code;
  struct result *result = checking->result;
  struct exploration exploration;
  explore(&exploration, code, checking->options->limit);
  tell_exploration(checking, &exploration);
  interleave_rows(checking);
  for (uint32_t i = 0; i < result->rows.count; i++)
    if (result->rows.at[i].status == ROW_OPEN) // too long to be shown
      result->rows.at[i].status = ROW_FAILS;
  if (!exploration.is_complete && !result->rows.count)
    doubt(result, "more states than --states");
  if (checking->options->reached)
    memcpy(checking->options->reached, exploration.reached,
           code->graph.part_of.count * sizeof(uint64_t));
  result->stats.abstract_states = exploration.path_count;
  exploration_release(&exploration);
}

// The verdict

static void decide(struct result *result) {
  const struct result_row *row;
  result->is_loaded = true;
  result->verdict = result_rows_verdict(result, &row);
  if (result->verdict == VERDICT_FALSE)
    result->property = intern(result->names, row->property);
  if (result->verdict == VERDICT_UNKNOWN && row && !result->reason.length)
    strbuf_add(&result->reason, name_text(result->names, row->reason));
  if (!result->rows.count && result->reason.length)
    result->verdict = VERDICT_UNKNOWN;
  else if (!result->rows.count)
    strbuf_add(&result->vacuity,
               "no assert, no abortif, no label that is checked");
}

static void add_ledger(struct checking *checking, bool has_threads) {
  struct result *result = checking->result;
  struct strbuf text = {0};
  uint32_t rows = result->rows.count;
  strbuf_format(&text, "assertions, abortif and labels (%u place%s)", rows,
                rows == 1 ? "" : "s");
  ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
             strbuf_text(&text));
  if (result->executions.count)
    ledger_add(&result->ledger, result->names, LEDGER_CHECKED,
               "every counterexample: done again statement by statement");
  ledger_add(&result->ledger, result->names, LEDGER_DEFAULTED,
             "variables that are not initialised have any value");
  if (!has_threads)
    ledger_add(&result->ledger, result->names, LEDGER_DEFAULTED,
               "calls nest as deep as they need to");
  ledger_add(&result->ledger, result->names, LEDGER_NOT_CHECKED,
             "termination, deadlock");
  strbuf_release(&text);
}

void bp_check(struct bp *bp, const struct bp_check_options *options,
              struct diag *sources, struct result *result) {
  struct bp_code code;
  struct checking checking = {&code, options, sources, result, NULL};
  bool has_threads = bp_has_threads(bp);
  bp_code_init(&code, bp, options->label);
  add_rows(&checking);
  if (has_threads)
    check_threads(&checking);
  else if (options->is_explicit)
    check_by_exploring(&checking);
  else
    check_by_summaries(&checking);
  decide(result);
  add_ledger(&checking, has_threads);
  bp_code_release(&code);
}
