#include "cli/request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "cli/outputs.h"
#include "cli/replay.h"
#include "cli/watch.h"
#include "report/execution_text.h"
#include "report/json.h"
#include "report/result_text.h"
#include "threads/crew.h"

FILE *request_stream(const struct options *options) {
  return outputs_take_stdout(options) ? stderr : stdout;
}

static bool takes_colour(FILE *stream) {
  const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
  return isatty(fileno(stream)) && !(refused && *refused) &&
         !(terminal && !strcmp(terminal, "dumb"));
}

struct text_style request_style(const struct options *options) {
  return (struct text_style){.is_coloured =
                                 takes_colour(request_stream(options)),
                             .is_unfolded = options->verbosity > 1};
}

static void show(const struct request *request, struct strbuf *text) {
  FILE *out = request_stream(request->session->options);
  fputs(strbuf_text(text), out);
  fflush(out);
  strbuf_release(text);
}

// JSON

// With what the session knows besides.
static struct result complete(const struct request *request,
                              const struct result *result) {
  struct result whole = *result; // shallow: it owns nothing
  whole.stats = request->session->stats;
  whole.stats.peak_kb = stats_peak_kb();
  whole.is_loaded = request->session->program;
  return whole;
}

// What to write if the process has to end in a hurry, for a reason that only
// then is known.
static void keep_json(const struct request *request, struct result now) {
  static const char unknown_yet[] = "\x01", as_written[] = "\\u0001";
  if (!request->session->options->json)
    return;
  struct strbuf text = {0};
  now.reason = now.vacuity = (struct strbuf){0};
  strbuf_add(&now.reason, unknown_yet);
  json_print(&now, &text);
  char *gap = strstr(text.text, as_written);
  watch_keep_json(text.text, gap ? (size_t)(gap - text.text) : text.length,
                  gap ? gap + strlen(as_written) : "");
  strbuf_release(&now.reason);
  strbuf_release(&text);
}

static void take_subject(struct request *request) {
  const struct session *session = request->session;
  struct result *result = &request->outcome->result;
  name_vec_append(&result->subject.files, session->files.at,
                  session->files.count);
  result->subject.bits = session->frontend.options.pointer_width;
  result->subject.property = request->property;
}

static bool write_outputs(struct request *request) {
  take_subject(request);
  const struct options *options = request->session->options;
  struct result whole = complete(request, &request->outcome->result);
  bool ok = outputs_write(options, &whole, request->session->diag);
  if (options->replay_dir)
    replay_run(options, &whole, request_stream(options));
  return ok;
}

// While it runs

static uint64_t memory_limit(const struct options *options) {
  return (uint64_t)options->memlimit / 1024; // in KB
}

void request_watch(struct request *request) {
  const struct options *options = request->session->options;
  struct watch_options limits = {
      .start_ms = request->start_ms,
      .timeout_ms = request->session->timeout_ms,
      .cpu_timeout_ms = request->session->cpu_timeout_ms,
      .memlimit_kb = memory_limit(options),
      .shows_progress = options->verbosity == 1,
      .text = outputs_take_stdout(options) ? STDERR_FILENO : STDOUT_FILENO,
      .json = options->json};
  struct result now = complete(request, &request->outcome->result);
  now.verdict = VERDICT_UNKNOWN;
  watch_begin(&limits, &request->progress);
  keep_json(request, now);
}

// The rows, the ledger and, with a violation, the verdict.
static void print_state(const struct result *now, struct text_style style,
                        bool fails, struct strbuf *text) {
  rows_print(now, style, text);
  ledger_print(now, text);
  if (fails)
    verdict_print(now, style, text);
}

// Violations are shown at once, and what is known so far is kept for an end in
// a hurry. It is kept before it is shown: whoever has seen a violation finds it
// in the report, too, whenever the process ends.
static void on_learnt(void *observer, const struct result *result,
                      uint32_t first) {
  const struct request *request = observer;
  struct text_style style = request_style(request->session->options);
  struct strbuf shown = {0}, state = {0}, whole = {0};
  struct result now = complete(request, result);
  const struct result_row *row;
  bool fails = result_rows_verdict(&now, &row) == VERDICT_FALSE;
  now.verdict = fails ? VERDICT_FALSE : VERDICT_UNKNOWN;
  if (fails)
    now.property = intern(now.names, row->property);
  executions_print(result, first, style, &shown);
  print_state(&now, style, fails, &state);
  strbuf_add(&whole, strbuf_text(&shown));
  strbuf_add(&whole, strbuf_text(&state));
  keep_json(request, now);
  watch_keep(&whole, fails ? EXIT_FALSE : 0);
  show(request, &shown);
  watch_keep(&state, fails ? EXIT_FALSE : 0);
  strbuf_release(&state);
  strbuf_release(&whole);
}

static bool on_mentions(void *observer,
                        const struct mention_question *question) {
  struct request *request = observer;
  return session_mentions(request->session, question);
}

static struct limits limits_of(const struct request *request) {
  const struct session *session = request->session;
  uint64_t timeout_ms = (uint64_t)session->timeout_ms;
  return (struct limits){.interrupt = &watch_is_interrupted,
                         .out_of_time = &watch_is_out_of_time,
                         .memory_kb = memory_limit(session->options),
                         .end_ms =
                             timeout_ms ? request->start_ms + timeout_ms : 0,
                         .cpu_end_ms = (uint64_t)session->cpu_timeout_ms};
}

void request_ask(struct request *request) {
  struct session *session = request->session;
  struct engine_context context = {.program = session->program,
                                   .names = session->names,
                                   .options = session->options,
                                   .solver = request->solver,
                                   .limits = limits_of(request),
                                   .progress = &request->progress,
                                   .log = &session->log,
                                   .stats = &session->stats,
                                   .former = session->former,
                                   .learnt = on_learnt,
                                   .mentions = on_mentions,
                                   .observer = request};
  enum { ENGINE_AUTO, ENGINE_EXACT, ENGINE_SUMMARIES, ENGINE_INLINE };
  int64_t engine = request->session->options->engine;
  request->demand.is_exact = engine == ENGINE_EXACT;
  request->demand.has_summaries = engine == ENGINE_SUMMARIES;
  request->demand.is_inlined = engine == ENGINE_INLINE;
  request->demand.has_threads =
      session->program && crew_is_needed(session->program);
  request->demand.checks_main =
      session->program && request->demand.check &&
      request->demand.check->procedure.id == session->program->entry.id;
  engine_answer(&context, &request->demand, &request->outcome->result);
}

void request_report(struct request *request) {
  const struct result *result = &request->outcome->result;
  const struct options *options = request->session->options;
  struct text_style style = request_style(options);
  struct strbuf text = {0};
  watch_end();
  if (!result->rows.count) // otherwise they have been shown
    executions_print(result, 0, style, &text);
  proof_print(result, &text);
  tree_print(result, &text);
  remarks_print(result, &text);
  rows_print(result, style, &text);
  ledger_print(result, &text);
  show(request, &text);
  request->outcome->result.stats = request->session->stats;
  if ((outputs_are_wanted(options) || options->replay_dir) &&
      !write_outputs(request))
    request->outcome->is_lost = true;
}
