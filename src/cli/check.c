// `vouch check`: proves a property of a program or shows a violation.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "check/cegar.h"
#include "check/component.h"
#include "check/survey.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "cli/watch.h"
#include "program/print.h"
#include "refine/branch.h"
#include "report/json.h"
#include "report/ledger.h"
#include "report/proof_text.h"
#include "report/rows.h"
#include "report/trace.h"
#include "spec/property.h"
#include "spec/task.h"

// What the operands ask for: C files, a task, a property.
struct request {
  struct session session;
  struct task task;
  struct property_vec properties;
  struct text_vec files;
  struct component_options options; // of the component
  struct progress progress;
  FILE *text; // the report for people: stdout, unless that is for JSON
  bool has_task;
  // The result
  struct component component;
  struct ledger ledger;
  enum verdict verdict;
  const char *property; // the word for false(...)
  struct strbuf reason; // for unknown(...)
};

static void refuse(struct request *request, const char *what) {
  request->verdict = VERDICT_UNKNOWN;
  strbuf_add(&request->reason, what);
}

// Tasks and properties

static bool read_task(struct request *request, const char *path) {
  struct session *session = &request->session;
  if (!task_read(&request->task, path, session->names, session->diag))
    return false;
  request->has_task = true;
  for (uint32_t i = 0; i < request->task.inputs.count; i++)
    text_vec_push(&request->files,
                  name_text(session->names, request->task.inputs.at[i].path));
  enum data_model model = request->task.data_model;
  if (model != DATA_MODEL_NOT_GIVEN)
    session->frontend.options.pointer_width =
        model == DATA_MODEL_ILP32 ? 32 : 64;
  return true;
}

// What a task asks for counts unless the command line asks for something else.
static bool read_task_properties(struct request *request) {
  struct session *session = &request->session;
  if (!request->has_task || request->properties.count)
    return true;
  for (uint32_t i = 0; i < request->task.properties.count; i++) {
    const char *path =
        name_text(session->names, request->task.properties.at[i].path);
    struct property_vec listed = {0};
    bool ok = property_read(&listed, path, session->names, session->diag);
    bool is_ours = ok && listed.at[0].kind == PROPERTY_UNREACH_CALL;
    bool is_first = request->properties.count == 0;
    if (is_ours || (ok && is_first)) {
      property_vec_clear(&request->properties);
      property_vec_append(&request->properties, listed.at, listed.count);
    }
    property_vec_release(&listed);
    if (!ok || is_ours)
      return ok;
  }
  return true;
}

static bool read_operands(struct request *request) {
  const struct options *options = request->session.options;
  for (uint32_t i = 0; i < options->operands.count; i++) {
    const char *operand = options->operands.at[i];
    const char *suffix = file_suffix(operand);
    if (!strcmp(suffix, ".yml") || !strcmp(suffix, ".yaml")) {
      if (!read_task(request, operand))
        return false;
    } else if (!strcmp(suffix, ".prp")) {
      if (!property_read(&request->properties, operand, request->session.names,
                         request->session.diag))
        return false;
    } else {
      text_vec_push(&request->files, operand);
    }
  }
  const char *spec = options->spec;
  if (spec && !property_read(&request->properties, spec, request->session.names,
                             request->session.diag))
    return false;
  return read_task_properties(request);
}

// What the properties ask for, besides the options. Null, or the word for
// something that is not checked.
static const char *take_properties(struct request *request) {
  const struct interner *names = request->session.names;
  struct target_rules *rules = &request->options.rules;
  for (uint32_t i = 0; i < request->properties.count; i++) {
    const struct property *property = &request->properties.at[i];
    switch (property->kind) {
    case PROPERTY_UNREACH_CALL:
      rules->checks_calls = true;
      rules->error_function = name_text(names, property->function);
      break;
    case PROPERTY_UNREACH_LABEL:
      rules->label = name_text(names, property->function);
      break;
    case PROPERTY_OVERFLOW: rules->checks_overflow = true; break;
    default: return property_kind_text(property->kind);
    }
  }
  return NULL;
}

// Assertions are checked unless a property file asks for something else.
static const char *choose_targets(struct request *request) {
  const struct options *options = request->session.options;
  struct target_rules *rules = &request->options.rules;
  *rules = (struct target_rules){.checks_calls = !request->properties.count,
                                 .label = options->label,
                                 .checks_overflow = options->overflow,
                                 .checks_div0 = options->div0};
  const char *unsupported = take_properties(request);
  struct frontend_options *frontend = &request->session.frontend.options;
  frontend->checks_overflow = rules->checks_overflow;
  frontend->splits_failures = rules->checks_overflow || rules->checks_div0;
  frontend->checked_label = rules->label;
  return unsupported;
}

// The check

static bool choose_entry(struct request *request) {
  struct program *program = request->session.program;
  const char *name = request->session.options->function;
  struct procedure *entry = program_find(program, name ? name : "main");
  if (!entry || !entry->is_defined) {
    diag_file(request->session.diag, SEVERITY_ERROR, NULL,
              "no function `%s` with a body", name ? name : "main");
    return false;
  }
  request->options.entry = entry->self;
  request->options.starts_program = !name || !strcmp(name, "main");
  return true;
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
  refinement_seeds(&cegar->refinement, &seeds);
  stats->predicates = precision_total(cegar->precision);
  stats->expressions = precision_expressions(cegar->precision);
  stats->groups = precision_groups(cegar->precision);
  stats->branches = branch_count(&seeds);
  seed_vec_release(&seeds);
}

// A row is decided: violations are shown at once, and what is known so far is
// kept for an end in a hurry.
static void on_decided(void *context, const struct cegar *cegar,
                       const struct check_target *target) {
  struct request *request = context;
  struct strbuf text = {0};
  if (target->status == TARGET_FAILS) {
    row_print(cegar->component->program, target, &text);
    fprintf(request->text, "violated: %s\n", strbuf_text(&text));
    trace_print(cegar, request->text);
    fflush(request->text);
    strbuf_clear(&text);
  }
  rows_print(cegar->component->program, &request->component.targets, &text);
  const struct check_target *failing;
  bool fails =
      survey_verdict(&request->component.targets, &failing) == VERDICT_FALSE;
  if (fails)
    strbuf_format(&text, "RESULT: false(%s)\n", target_property(failing->kind));
  watch_keep(&text, fails ? EXIT_FALSE : 0);
  strbuf_release(&text);
}

// With rows the rows decide; without, whatever the search came to.
static void take_verdict(struct request *request, const struct cegar *cegar) {
  const struct check_target *target = NULL;
  const struct check_target_vec *targets = &request->component.targets;
  request->verdict =
      targets->count ? survey_verdict(targets, &target) : cegar->verdict;
  if (request->verdict == VERDICT_FALSE)
    request->property = target_property(target->kind);
  else if (request->verdict == VERDICT_UNKNOWN)
    strbuf_add(&request->reason,
               target ? name_text(request->session.names, target->reason)
                      : strbuf_text(&cegar->reason));
}

static struct cegar_options cegar_options(struct request *request) {
  const struct options *options = request->session.options;
  return (struct cegar_options){
      .interrupt = &watch_is_interrupted,
      .out_of_time = &watch_is_out_of_time,
      .memlimit_kb = (uint64_t)options->memlimit / 1024,
      .checks_proof = options->check_proof || options->check_proof_cvc5,
      .asks_cvc5 = options->check_proof_cvc5,
      .shrink_trials = (uint32_t)options->shrink,
      .progress = &request->progress,
      .log = &request->session.log};
}

static void search(struct request *request) {
  struct cegar_options options = cegar_options(request);
  struct survey_options survey = {
      .stops_at_first = request->session.options->first || request->has_task,
      .decided = on_decided,
      .context = request};
  struct cegar cegar;
  uint64_t start = stats_now_ms();
  cegar_init(&cegar, &request->component, &request->options, &options,
             &request->session.stats);
  solver_set_dump(cegar.solver, request->session.options->dump_queries);
  watch_solver(cegar.solver);
  survey_run(&cegar, &survey);
  watch_solver(NULL);
  request->session.stats.check_ms += stats_now_ms() - start;
  collect_stats(&cegar);
  take_verdict(request, &cegar);
  if (cegar.verdict == VERDICT_TRUE) {
    proof_print(&cegar, request->text);
    ledger_add_proof(&request->ledger, request->session.names,
                     options.checks_proof, options.asks_cvc5);
  }
  request->progress.solver = NULL;
  cegar_release(&cegar);
}

// A label that is not there may be misspelt: that is no proof.
static bool has_label(const struct request *request) {
  const struct check_target_vec *targets = &request->component.targets;
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->at[i].kind == TARGET_LABEL)
      return true;
  return !request->options.rules.label;
}

static void abandon(struct request *request, const char *why) {
  refuse(request, why);
  survey_abandon(&request->component.targets, request->session.names, why);
}

static void check_program(struct request *request) {
  request->options.is_task = request->has_task;
  request->options.merges = request->session.options->merge;
  request->progress.phase = "preparing";
  struct strbuf why = {0};
  bool is_built = component_init(&request->component, request->session.program,
                                 &request->options, &why);
  if (is_built && !has_label(request)) {
    is_built = false;
    strbuf_format(&why, "no label %s in the program",
                  request->options.rules.label);
  }
  struct ledger_facts facts = {.component = &request->component,
                               .options = &request->options,
                               .model_is_given = request->has_task};
  ledger_fill(&request->ledger, &facts);
  if (is_built)
    search(request);
  else
    abandon(request, strbuf_text(&why));
  strbuf_release(&why);
}

// The report

static void write_json(struct request *request, const char *path) {
  struct stats *stats = &request->session.stats;
  struct json_facts facts = {
      .program = request->session.program,
      .verdict = request->verdict,
      .property = request->verdict == VERDICT_FALSE ? request->property : NULL,
      .reason = request->verdict == VERDICT_UNKNOWN
                    ? strbuf_text(&request->reason)
                    : NULL,
      .targets = &request->component.targets,
      .ledger = &request->ledger,
      .stats = stats};
  struct strbuf text = {0};
  stats->peak_kb = stats_peak_kb();
  json_print(&facts, &text);
  FILE *out = !strcmp(path, "-") ? stdout : fopen(path, "w");
  if (out)
    fputs(strbuf_text(&text), out);
  else
    diag_file(request->session.diag, SEVERITY_ERROR, path, "%s",
              strerror(errno));
  if (out && out != stdout)
    fclose(out);
  strbuf_release(&text);
}

static void print_result(const struct request *request) {
  FILE *out = request->text;
  if (request->verdict == VERDICT_TRUE)
    fprintf(out, "RESULT: true\n");
  else if (request->verdict == VERDICT_FALSE)
    fprintf(out, "RESULT: false(%s)\n", request->property);
  else
    fprintf(out, "RESULT: unknown (%s)\n", strbuf_text(&request->reason));
}

// The rows, what stands behind them, and the one line that counts.
static int report(struct request *request) {
  const struct program *program = request->session.program;
  struct strbuf text = {0};
  if (program) {
    rows_print(program, &request->component.targets, &text);
    ledger_print(&request->ledger, program->names, &text);
  }
  fputs(strbuf_text(&text), request->text);
  strbuf_release(&text);
  if (request->session.options->json)
    write_json(request, request->session.options->json);
  print_result(request);
  return verdict_exit_code(request->verdict);
}

static int load_and_check(struct request *request) {
  const char *unsupported = choose_targets(request);
  if (unsupported) {
    refuse(request, unsupported);
    return report(request);
  }
  int code =
      session_load(&request->session, request->files.at, request->files.count);
  if (code != EXIT_TRUE)
    return code;
  if (!choose_entry(request))
    return EXIT_BAD_INPUT;
  check_program(request);
  watch_end();
  return report(request);
}

int command_check(const struct options *options) {
  bool is_for_json = options->json && !strcmp(options->json, "-");
  struct request request = {.text = is_for_json ? stderr : stdout};
  struct watch_options limits = {
      .timeout_ms = options->timeout_ms,
      .memlimit_kb = (uint64_t)options->memlimit / 1024,
      .shows_progress = options->verbosity == 1,
      .text = is_for_json ? STDERR_FILENO : STDOUT_FILENO};
  session_init(&request.session, options);
  watch_begin(&limits, &request.progress);
  int code = EXIT_BAD_INPUT;
  if (read_operands(&request))
    code = load_and_check(&request);
  watch_end();
  component_release(&request.component);
  ledger_release(&request.ledger);
  strbuf_release(&request.reason);
  session_release(&request.session);
  task_release(&request.task);
  property_vec_release(&request.properties);
  text_vec_release(&request.files);
  return code;
}
