#include "cli/request.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/memory.h"
#include "check/ledger_entries.h"
#include "check/modifies.h"
#include "check/record.h"
#include "check/simulated.h"
#include "check/survey.h"
#include "check/vacuity.h"
#include "check/visit.h"
#include "cli/watch.h"
#include "pointer/adopt.h"
#include "program/print.h"
#include "refine/branch.h"
#include "report/json.h"
#include "report/execution_text.h"
#include "report/result_text.h"

void request_release(struct request *request) {
  component_release(&request->component);
  result_release(&request->result);
  offspring_end(&request->twin);
  usage_release(&request->usage);
}

static bool is_for_json(const struct options *options) {
  return options->json && !strcmp(options->json, "-");
}

static void keep_json(struct request *request);

void request_watch(struct request *request) {
  const struct options *options = request->session->options;
  struct watch_options limits = {
      .start_ms = request->start_ms,
      .timeout_ms = request->session->timeout_ms,
      .cpu_timeout_ms = request->session->cpu_timeout_ms,
      .memlimit_kb = (uint64_t)options->memlimit / 1024,
      .shows_progress = options->verbosity == 1,
      .text = is_for_json(options) ? STDERR_FILENO : STDOUT_FILENO,
      .json = options->json};
  request->text = is_for_json(options) ? stderr : stdout;
  request->result.names = request->session->names;
  watch_begin(&limits, &request->progress);
  keep_json(request);
}

void request_refuse(struct request *request, const char *why) {
  request->result.verdict = VERDICT_UNKNOWN;
  strbuf_add(&request->result.reason, why);
}

static void collect_stats(struct cegar *cegar) {
  struct stats *stats = cegar->stats;
  const struct solver_counts *counts = solver_counts(cegar->solver);
  for (int i = 0; i < PURPOSE_COUNT; i++) {
    stats->solver_checks += counts->checks[i];
    if (counts->checks[i])
      log_line(cegar->options.log, 2, "check",
               "solver: %llu checks for %s, %llu ms",
               (unsigned long long)counts->checks[i], purpose_name(i),
               (unsigned long long)counts->microseconds[i] / 1000);
  }
  stats->units = bitset_count(&cegar->refinement.chosen);
  if (!cegar->precision)
    return;
  struct seed_vec seeds = {0};
  cegar_predicates(cegar, &seeds);
  stats->predicates = precision_total(cegar->precision);
  stats->expressions = precision_expressions(cegar->precision);
  stats->groups = precision_groups(cegar->precision);
  stats->branches = branch_count(&seeds);
  seed_vec_release(&seeds);
}

// JSON

// What there is to tell now.
static void refresh(struct request *request) {
  struct session *session = request->session;
  struct result *result = &request->result;
  session->stats.peak_kb = stats_peak_kb();
  result->stats = session->stats;
  result->names = session->names;
  result->is_loaded = session->program;
  if (session->program)
    targets_rows(&request->component.targets, session->program, &result->rows);
}

// What to write if the process has to end in a hurry, for a reason that only
// then is known.
static void keep_json(struct request *request) {
  static const char unknown_yet[] = "\x01", as_written[] = "\\u0001";
  if (!request->session->options->json)
    return;
  refresh(request);
  const struct check_target *failing;
  bool fails =
      survey_verdict(&request->component.targets, &failing) == VERDICT_FALSE;
  struct result now = request->result; // shallow: only the verdict differs
  now.verdict = fails ? VERDICT_FALSE : VERDICT_UNKNOWN;
  now.property = fails ? target_property(failing->kind) : NULL;
  now.reason = (struct strbuf){0};
  strbuf_add(&now.reason, unknown_yet);
  struct strbuf text = {0};
  json_print(&now, &text);
  char *gap = fails ? NULL : strstr(text.text, as_written);
  watch_keep_json(text.text, gap ? (size_t)(gap - text.text) : text.length,
                  gap ? gap + strlen(as_written) : "");
  strbuf_release(&now.reason);
  strbuf_release(&text);
}

static bool write_json(struct request *request, const char *path) {
  struct strbuf text = {0};
  json_print(&request->result, &text);
  bool is_stdout = !strcmp(path, "-");
  FILE *out = is_stdout ? stdout : fopen(path, "w");
  bool ok = out && fputs(strbuf_text(&text), out) >= 0;
  if (out)
    ok &= is_stdout ? !fflush(out) : !fclose(out);
  if (!ok)
    diag_file(request->session->diag, SEVERITY_ERROR, path, "%s",
              strerror(errno));
  strbuf_release(&text);
  return ok;
}

// What a violation rests on.
static void assume_own_objects(struct request *request,
                               const struct cegar *cegar) {
  const struct program *program = cegar->component->program;
  const struct path_input_vec *inputs = &cegar->inputs.inputs;
  struct name_vec names = {0};
  for (uint32_t i = 0; i < inputs->count; i++)
    if (is_own_choice(program, inputs->at[i].variable) &&
        term_value(program->terms, inputs->at[i].term))
      name_vec_push(&names,
                    program_variable(program, inputs->at[i].variable)->text);
  ledger_add_names(&request->result.ledger, program->names, LEDGER_ASSUMED,
                   "for the violation, uninitialised pointers that point to "
                   "objects of their own: ",
                   &names, "");
  name_vec_release(&names);
}

// Tells what the executions from the first one on show.
static void tell_violation(struct request *request, uint32_t first) {
  struct strbuf text = {0};
  executions_print(&request->result, first, &text);
  fputs(strbuf_text(&text), request->text);
  fflush(request->text);
  strbuf_release(&text);
}

static uint32_t row_of(const struct request *request,
                       const struct check_target *target) {
  return (uint32_t)(target - request->component.targets.at);
}

// A row is decided: violations are shown at once, and what is known so far is
// kept for an end in a hurry.
static void on_decided(void *context, const struct cegar *cegar,
                       const struct check_target *target) {
  struct request *request = context;
  struct result *result = &request->result;
  refresh(request);
  if (target->status == ROW_FAILS) {
    record_execution(cegar, &result->executions);
    execution_vec_last(&result->executions)->row = row_of(request, target);
    tell_violation(request, result->executions.count - 1);
    assume_own_objects(request, cegar);
  }
  struct strbuf text = {0};
  rows_print(result, &text);
  const struct check_target *failing;
  bool fails =
      survey_verdict(&request->component.targets, &failing) == VERDICT_FALSE;
  if (fails)
    strbuf_format(&text, "RESULT: false(%s)\n", target_property(failing->kind));
  watch_keep(&text, fails ? EXIT_FALSE : 0);
  strbuf_release(&text);
  keep_json(request);
}

// With rows the rows decide; without, whatever the search came to.
static void take_verdict(struct request *request, const struct cegar *cegar) {
  const struct check_target *target = NULL;
  const struct check_target_vec *targets = &request->component.targets;
  request->result.verdict =
      targets->count ? survey_verdict(targets, &target) : cegar->verdict;
  if (request->result.verdict == VERDICT_FALSE)
    request->result.property = target_property(target->kind);
  else if (request->result.verdict == VERDICT_UNKNOWN)
    strbuf_add(&request->result.reason,
               target ? name_text(request->session->names, target->reason)
                      : strbuf_text(&cegar->reason));
}

// A proof that a component conforms is made smaller unless we are told what to
// do; simulation is decided on the abstraction, which is better left as it is.
static bool shrinks_unasked(const struct request *request) {
  const struct options *options = request->session->options;
  return options->shrink < 0 && request->conformance &&
         !request->conformance->is_nondeterministic &&
         options->minimise == MINIMISE_OURS;
}

struct cegar_options request_cegar_options(struct request *request) {
  const struct options *options = request->session->options;
  enum { TRIALS = 1000 };
  bool is_brief = shrinks_unasked(request);
  return (struct cegar_options){
      .interrupt = &watch_is_interrupted,
      .out_of_time = &watch_is_out_of_time,
      .memlimit_kb = (uint64_t)options->memlimit / 1024,
      .solver = request->solver,
      .checks_proof = options->check_proof || options->check_proof_cvc5,
      .asks_cvc5 = options->check_proof_cvc5,
      .shrink_trials = is_brief              ? TRIALS
                       : options->shrink > 0 ? (uint32_t)options->shrink
                                             : 0,
      .shrinks_briefly = is_brief,
      .minimise = {.mode = (enum minimise_mode)options->minimise,
                   .most_subsets = (uint32_t)options->max_subsets,
                   .most_eliminating = (uint32_t)options->max_eliminating},
      .progress = &request->progress,
      .log = &request->session->log};
}

static void abandon(struct request *request, const char *why) {
  request_refuse(request, why);
  survey_abandon(&request->component.targets, request->session->names, why);
}

// The executions of a tree violate the only row.
static void fail_simulation(struct request *request, struct cegar *cegar,
                            const struct attack *attack) {
  struct check_target_vec *targets = &request->component.targets;
  struct result *result = &request->result;
  uint32_t row = 0, first = result->executions.count;
  while (targets->at[row].kind != TARGET_CONFORMANCE)
    row++;
  cegar->verdict = result->verdict = VERDICT_FALSE;
  targets->at[row].status = ROW_FAILS;
  result->property = target_property(targets->at[row].kind);
  refresh(request);
  record_tree(cegar, attack, &result->executions);
  for (uint32_t i = first; i < result->executions.count; i++)
    result->executions.at[i].row = row;
  tell_violation(request, first);
}

// False when it is not known whether the component is simulated.
static bool look_at_simulation(struct request *request, struct cegar *cegar,
                               struct strbuf *why) {
  struct attack attack;
  enum verdict verdict = simulated_decide(cegar, &attack, why);
  if (verdict == VERDICT_FALSE)
    fail_simulation(request, cegar, &attack);
  attack_release(&attack);
  return verdict != VERDICT_UNKNOWN;
}

// What a proof of traces does not show yet.
static void look_further(struct request *request, struct cegar *cegar) {
  const struct conformance *conformance = request->conformance;
  struct strbuf why = {0};
  if (conformance && (!modifies_is_kept(&request->component, &request->options,
                                        conformance, &why) ||
                      (conformance->is_nondeterministic &&
                       !look_at_simulation(request, cegar, &why)))) {
    cegar->verdict = VERDICT_UNKNOWN;
    for (uint32_t i = 0; i < request->component.targets.count; i++)
      request->component.targets.at[i].status = ROW_OPEN;
    abandon(request, strbuf_text(&why));
  }
  strbuf_release(&why);
}

static void search(struct request *request) {
  enum { ADOPTING_ROUNDS = 100 };
  struct cegar_options options = request_cegar_options(request);
  if (request->options.adopts)
    options.most_rounds = ADOPTING_ROUNDS;
  struct survey_options survey = {
      .stops_at_first = request->session->options->first || request->is_task,
      .decided = on_decided,
      .context = request};
  struct cegar cegar;
  uint64_t start = stats_now_ms();
  cegar_init(&cegar, &request->component, &request->options, &options,
             &request->session->stats);
  solver_set_dump(cegar.solver, request->session->options->dump_queries);
  watch_solver(cegar.solver);
  survey_run(&cegar, &survey);
  watch_solver(NULL);
  request->session->stats.check_ms += stats_now_ms() - start;
  collect_stats(&cegar);
  take_verdict(request, &cegar);
  if (request->options.adopts)
    cegar.verdict = VERDICT_UNKNOWN; // what is proved is of no use
  if (cegar.verdict == VERDICT_TRUE)
    look_further(request, &cegar);
  if (cegar.verdict == VERDICT_TRUE) {
    record_proof(&cegar, &request->result.proof);
    struct strbuf text = {0};
    proof_print(&request->result, &text);
    fputs(strbuf_text(&text), request->text);
    strbuf_release(&text);
    if (request->conformance)
      usage_init(&request->usage, &cegar);
    ledger_add_proof(&request->result.ledger, request->session->names,
                     options.checks_proof, options.asks_cvc5);
  }
  request->progress.solver = NULL;
  cegar_release(&cegar);
}

// Which rows are reached

// What the twin is asked: the rows, and executions that are known.
struct visit_request {
  uint32_t rows;
  uint32_t texts;   // bytes: the texts of the rows
  uint32_t oracles; // bytes
  uint32_t cpu_ms;
};

// What the twin does for an answer.
static void answer_rows(struct request *request,
                        const struct visit_question *question, int out) {
  uint32_t count = question->rows->count;
  struct strbuf vacuity = {0};
  enum visit *answers = memory_new_zero(count + 1, sizeof *answers);
  (void)request;
  visit_decide(question, answers, &vacuity);
  if (file_send(out, answers, count * sizeof *answers))
    file_send(out, strbuf_text(&vacuity), vacuity.length);
}

static void answer_actions(struct request *request,
                           const struct visit_question *question, int out) {
  const struct conformance *conformance = request->conformance;
  struct bitset actions = {0};
  enum visit answer = VISIT_UNKNOWN;
  if (spec_needs_action(conformance->spec, conformance->check, &actions))
    answer = visit_actions(question, &conformance->weaving, &actions);
  file_send(out, &answer, sizeof answer);
}

// Names that came up since we parted are not ours.
static void adopt_texts(struct request *request, struct check_target_vec *rows,
                        const char *texts) {
  for (uint32_t i = 0; i < rows->count; texts += strlen(texts) + 1, i++)
    rows->at[i].text = intern(request->session->names, texts);
}

static void answer_visits(void *context, int in, int out) {
  struct request *request = context;
  struct visit_request asked;
  struct check_target_vec rows = {0};
  struct strbuf oracles = {0};
  if (!file_receive(in, &asked, sizeof asked))
    return;
  check_target_vec_resize(&rows, asked.rows);
  char *texts = memory_new_zero(asked.texts + 1, 1);
  char *text = memory_new_zero(asked.oracles + 1, 1);
  if (!file_receive(in, rows.at, rows.count * sizeof *rows.at) ||
      !file_receive(in, texts, asked.texts) ||
      !file_receive(in, text, asked.oracles))
    return;
  adopt_texts(request, &rows, texts);
  strbuf_bytes(&oracles, text, asked.oracles);
  struct cegar_options search = request_cegar_options(request);
  search.shrink_trials = 0;
  search.asks_cvc5 = false;
  search.solver = NULL;
  struct visit_question question = {.program = request->session->program,
                                    .options = &request->options,
                                    .search = &search,
                                    .rows = &rows,
                                    .oracles = &oracles,
                                    .cpu_ms = asked.cpu_ms};
  (request->conformance ? answer_actions : answer_rows)(request, &question,
                                                        out);
}

static bool is_kept(const struct check_target *row) {
  return row->status == ROW_HOLDS;
}

// The answers, for the rows that nothing violates, in their order.
static void take_visits(struct request *request, const struct strbuf *answer) {
  if (request->conformance) {
    if (answer->length == sizeof request->visit)
      memcpy(&request->visit, answer->text, sizeof request->visit);
    return;
  }
  struct check_target_vec *targets = &request->component.targets;
  struct interner *names = request->session->names;
  size_t at = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    struct check_target *row = &targets->at[i];
    enum visit visit = VISIT_UNKNOWN;
    if (!is_kept(row))
      continue;
    if (at + sizeof visit <= answer->length)
      memcpy(&visit, answer->text + at, sizeof visit);
    at += sizeof visit;
    if (visit == VISIT_UNREACHED)
      row->status = ROW_UNREACHED;
    else if (visit == VISIT_UNKNOWN)
      row->reason = intern(names, "not known whether it is reached");
  }
  if (at < answer->length && request->result.verdict == VERDICT_TRUE)
    strbuf_bytes(&request->result.vacuity, answer->text + at,
                 answer->length - at);
}

// A proof of what nothing violates does not tell what is reached.
static void look_at_visits(struct request *request, uint64_t used_ms) {
  enum { LEAST_MS = 500, MOST_MS = 10000, TASK_MS = 300 };
  const struct check_target_vec *targets = &request->component.targets;
  struct strbuf question = {0}, answer = {0}, oracles = {0};
  for (uint32_t i = 0; i < request->result.executions.count; i++) {
    strbuf_add(
        &oracles,
        strbuf_text(&request->result.executions.at[i].lanes.at[0].oracle));
    strbuf_char(&oracles, '\0');
  }
  struct visit_request asked = {.oracles = (uint32_t)oracles.length,
                                .cpu_ms = request->is_task     ? TASK_MS
                                          : used_ms < LEAST_MS ? LEAST_MS
                                          : used_ms > MOST_MS
                                              ? MOST_MS
                                              : (uint32_t)used_ms};
  struct strbuf texts = {0};
  for (uint32_t i = 0; i < targets->count; i++)
    if (is_kept(&targets->at[i])) {
      asked.rows++;
      strbuf_add(&texts,
                 name_text(request->session->names, targets->at[i].text));
      strbuf_char(&texts, '\0');
    }
  asked.texts = (uint32_t)texts.length;
  strbuf_bytes(&question, (const char *)&asked, sizeof asked);
  for (uint32_t i = 0; i < targets->count; i++)
    if (is_kept(&targets->at[i]))
      strbuf_bytes(&question, (const char *)&targets->at[i],
                   sizeof targets->at[i]);
  if (texts.length)
    strbuf_bytes(&question, texts.text, texts.length);
  strbuf_release(&texts);
  if (oracles.length)
    strbuf_bytes(&question, oracles.text, oracles.length);
  strbuf_release(&oracles);
  request->progress.phase = "looking at what is reached";
  if (asked.rows && request->twin.process) {
    offspring_ask(&request->twin, question.text, question.length,
                  &watch_is_interrupted, &watch_is_out_of_time, &answer);
    take_visits(request, &answer);
  }
  strbuf_release(&question);
  strbuf_release(&answer);
}

void request_check(struct request *request) {
  request->options.is_task = request->is_task;
  request->options.merges = request->session->options->merge;
  request->progress.phase = "preparing";
  struct strbuf why = {0};
  if (!request->options.adopts &&
      (!request->conformance || request->conformance->check))
    offspring_start(&request->twin, answer_visits, request);
  uint64_t start_ms = stats_cpu_ms();
  bool is_built = component_init(&request->component, request->session->program,
                                 &request->options, &why);
  request->session->stats.pointsto_ms += request->component.plain.points_to_ms;
  request->session->stats.component_ms += stats_cpu_ms() - start_ms;
  keep_json(request);
  struct ledger_facts facts = {.component = &request->component,
                               .options = &request->options,
                               .model_is_given = request->has_model,
                               .conformance = request->conformance};
  ledger_fill(&request->result.ledger, &facts);
  if (is_built)
    search(request);
  else
    abandon(request, strbuf_text(&why));
  if (is_built &&
      (!request->conformance || request->result.verdict == VERDICT_TRUE))
    look_at_visits(request, stats_cpu_ms() - start_ms);
  if (request->result.verdict == VERDICT_TRUE &&
      !request->result.vacuity.length)
    vacuity_of_names(&request->component, &request->options,
                     &request->result.vacuity);
  offspring_end(&request->twin);
  strbuf_release(&why);
}

// Uninitialised pointers

bool request_may_adopt(const struct request *request) {
  const struct component_options *options = &request->options;
  return request->result.verdict == VERDICT_UNKNOWN && !request->conformance &&
         options->starts_program && !options->rules.checks_deref &&
         request->component.plain.removal.unresolved && !watch_is_interrupted &&
         !watch_is_out_of_time;
}

void request_adopt(struct request *request, struct program *program) {
  struct request before = *request;
  struct program *old = request->session->program;
  request->component = (struct component){0};
  request->result = (struct result){.names = request->session->names};
  request->twin = (struct offspring){0};
  request->usage = (struct usage){0};
  request->options.adopts = true;
  request->session->program = program;
  request_check(request);
  bool is_violated = request->result.verdict == VERDICT_FALSE;
  struct request unused = is_violated ? before : *request;
  if (!is_violated) {
    before.progress = request->progress;
    *request = before;
    request->session->program = old;
  }
  request_release(&unused);
  program_free(is_violated ? old : program);
  keep_json(request);
}

// The report

void request_report(struct request *request) {
  const char *json = request->session->options->json;
  struct strbuf text = {0};
  refresh(request);
  if (request->result.is_loaded) {
    rows_print(&request->result, &text);
    ledger_print(&request->result, &text);
  }
  fputs(strbuf_text(&text), request->text);
  strbuf_release(&text);
  if (json && !write_json(request, json))
    request->is_lost = true;
}

void request_outcome(const struct request *request, struct outcome *outcome) {
  *outcome = (struct outcome){.verdict = request->result.verdict,
                              .is_lost = request->is_lost,
                              .stats = request->session->stats};
  outcome_text(outcome->reason, sizeof outcome->reason,
               strbuf_text(&request->result.reason));
  outcome_text(outcome->vacuity, sizeof outcome->vacuity,
               strbuf_text(&request->result.vacuity));
  outcome_text(outcome->property, sizeof outcome->property,
               request->result.property ? request->result.property : "");
}
