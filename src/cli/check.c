// `vouch check`: proves a property of a program or shows a violation.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "check/cegar.h"
#include "check/component.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "program/print.h"
#include "report/trace.h"
#include "spec/property.h"
#include "spec/task.h"

// For the signal handler: Ctrl-C and the time limit end the search, and a
// query that is under way.
static volatile sig_atomic_t is_interrupted;
static volatile sig_atomic_t is_out_of_time;
static struct solver *volatile running_solver;

enum { GRACE_SECONDS = 2 }; // between the time limit and the end

// The search ends at the next step; a single operation on decision diagrams can
// take longer than that, and a limit is a limit.
static void give_up(const char *result, size_t length, int code) {
  ssize_t ignored = write(STDOUT_FILENO, result, length);
  (void)ignored;
  _exit(code);
}

// Z3's Horn engine has been seen to crash. That is no verdict.
static void on_crash(int signal_number) {
  static const char result[] = "RESULT: unknown (internal error)\n";
  (void)signal_number;
  give_up(result, sizeof result - 1, EXIT_INTERNAL);
}

// Nor is it when it ends the process itself, as it does where an assertion of
// its own fails.
static void on_exit_inside(void) {
  if (running_solver)
    on_crash(0);
}

static void on_signal(int signal_number) {
  static const char result[] = "RESULT: unknown (timeout)\n";
  if (signal_number == SIGALRM && is_out_of_time)
    give_up(result, sizeof result - 1, EXIT_UNKNOWN);
  if (signal_number == SIGALRM)
    is_out_of_time = 1;
  else
    is_interrupted = 1;
  if (running_solver)
    solver_interrupt(running_solver);
}

// From here on there is a limit, on building the component too.
static void watch(int64_t timeout_ms) {
  static bool is_registered;
  if (!is_registered)
    atexit(on_exit_inside);
  is_registered = true;
  signal(SIGINT, on_signal);
  signal(SIGALRM, on_signal);
  signal(SIGSEGV, on_crash);
  struct itimerval limit = {.it_value = {.tv_sec = timeout_ms / 1000,
                                         .tv_usec = timeout_ms % 1000 * 1000},
                            .it_interval = {.tv_sec = GRACE_SECONDS}};
  setitimer(ITIMER_REAL, &limit, NULL);
}

static void unwatch(void) {
  setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
  signal(SIGINT, SIG_DFL);
  signal(SIGALRM, SIG_DFL);
  signal(SIGSEGV, SIG_DFL);
  running_solver = NULL;
}

// What the operands ask for: C files, a task, a property.
struct request {
  struct session session;
  struct task task;
  struct property_vec properties;
  struct text_vec files;
  struct component_options component;
  const char *property; // the word for false(...)
  bool has_task;
};

static int refuse(struct request *request, const char *what) {
  printf("RESULT: unknown (%s)\n", what);
  (void)request;
  return EXIT_UNKNOWN;
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

// The reachability property of the request, if it has properties at all. Null
// when it asks for something else.
static const char *unsupported_property(struct request *request) {
  const struct interner *names = request->session.names;
  for (uint32_t i = 0; i < request->properties.count; i++) {
    const struct property *property = &request->properties.at[i];
    if (property->kind != PROPERTY_UNREACH_CALL)
      return property_kind_text(property->kind);
    request->component.error_function = name_text(names, property->function);
  }
  return NULL;
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
  request->component.entry = entry->self;
  request->component.starts_program = !name || !strcmp(name, "main");
  return true;
}

static void print_predicates(const struct cegar *cegar) {
  const struct program *program = cegar->component->program;
  struct strbuf text = {0};
  const struct bitset *chosen = &cegar->refinement.chosen;
  uint32_t count = bitset_count(chosen);
  strbuf_format(&text, "proof: %u compared term%s", count,
                count == 1 ? "" : "s");
  for (uint32_t u = bitset_next(chosen, 0), n = 0; u != UINT32_MAX && n < 12;
       u = bitset_next(chosen, u + 1), n++) {
    strbuf_add(&text, n ? ", " : ": ");
    program_print_term(program, unit_term(cegar->refinement.units, u), &text);
  }
  printf("%s\n", strbuf_text(&text));
  strbuf_release(&text);
}

static void print_evidence(const struct cegar *cegar) {
  if (cegar->verdict == VERDICT_TRUE)
    print_predicates(cegar);
  if (cegar->verdict == VERDICT_FALSE)
    trace_print(cegar, stdout);
}

static void collect_stats(struct cegar *cegar) {
  struct stats *stats = cegar->stats;
  const struct solver_counts *counts = solver_counts(cegar->solver);
  for (int i = 0; i < PURPOSE_COUNT; i++)
    stats->solver_checks += counts->checks[i];
  stats->units = bitset_count(&cegar->refinement.chosen);
  if (cegar->precision)
    stats->predicates = precision_total(cegar->precision);
}

static void print_result(const struct request *request,
                         const struct cegar *cegar) {
  if (cegar->verdict == VERDICT_TRUE)
    printf("RESULT: true\n");
  else if (cegar->verdict == VERDICT_FALSE)
    printf("RESULT: false(%s)\n", request->property);
  else
    printf("RESULT: unknown (%s)\n", strbuf_text(&cegar->reason));
}

static int check_component(struct request *request,
                           struct component *component) {
  const struct options *options = request->session.options;
  struct cegar_options cegar_options = {.interrupt = &is_interrupted,
                                        .out_of_time = &is_out_of_time,
                                        .memlimit_kb =
                                            (uint64_t)options->memlimit / 1024,
                                        .checks_proof = options->check_proof,
                                        .log = &request->session.log};
  struct cegar cegar;
  uint64_t start = stats_now_ms();
  cegar_init(&cegar, component, &request->component, &cegar_options,
             &request->session.stats);
  running_solver = cegar.solver;
  cegar_run(&cegar);
  unwatch();
  request->session.stats.check_ms += stats_now_ms() - start;
  collect_stats(&cegar);
  printf("%u place%s where the property can be violated\n",
         component->violations.count,
         component->violations.count == 1 ? "" : "s");
  print_evidence(&cegar);
  print_result(request, &cegar);
  int code = verdict_exit_code(cegar.verdict);
  cegar_release(&cegar);
  return code;
}

static int check_program(struct request *request) {
  const char *unsupported = unsupported_property(request);
  if (unsupported)
    return refuse(request, unsupported);
  if (!choose_entry(request))
    return EXIT_BAD_INPUT;
  request->component.is_task = request->has_task;
  request->component.merges = request->session.options->merge;
  request->component.checks_memory = request->session.options->deref;
  if (request->component.checks_memory)
    request->property = "valid-deref";
  struct component component;
  struct strbuf why = {0};
  int code;
  watch(request->session.options->timeout_ms);
  if (component_init(&component, request->session.program, &request->component,
                     &why))
    code = check_component(request, &component);
  else
    code = refuse(request, strbuf_text(&why));
  unwatch();
  component_release(&component);
  strbuf_release(&why);
  return code;
}

int command_check(const struct options *options) {
  struct request request = {.property = "unreach-call"};
  session_init(&request.session, options);
  int code = EXIT_BAD_INPUT;
  if (read_operands(&request))
    code =
        session_load(&request.session, request.files.at, request.files.count);
  if (code == EXIT_TRUE)
    code = check_program(&request);
  session_release(&request.session);
  task_release(&request.task);
  property_vec_release(&request.properties);
  text_vec_release(&request.files);
  return code;
}
