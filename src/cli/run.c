// `vouch run`: the interpreter on the automaton of a C program.
#include <signal.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "check/behaviour.h"
#include "cli/check_pointsto.h"
#include "cli/commands.h"
#include "cli/option_use.h"
#include "cli/session.h"
#include "program/draft.h"
#include "run/run.h"

static volatile int is_interrupted;

static void on_interrupt(int signal_number) {
  (void)signal_number;
  is_interrupted = 1;
}

// Waiting for input ends too: system calls are not restarted.
static void catch_interrupts(void) {
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

static int run_loaded(struct session *session, const struct program *program,
                      const struct watcher *watcher);

// The component starts where the program would.
static int run_component(struct session *session) {
  struct plain_component component;
  struct program *draft = program_draft(session->program);
  int code = session_component(session, draft, true, &component);
  if (code == EXIT_TRUE) {
    struct procedure *procedure = component.removal.procedure;
    component.removal.procedure = NULL;
    program_take(draft, procedure);
    draft->entry = procedure->self;
    code = run_loaded(session, draft, NULL);
    plain_component_release(&component);
  }
  program_free(draft);
  return code;
}

static int run_loaded(struct session *session, const struct program *program,
                      const struct watcher *watcher) {
  const struct options *options = session->options;
  struct text_vec arguments = {0};
  const char *entry = NULL;
  if (options->function && !options->component) {
    const struct procedure *asked = session_function(session, true);
    if (!asked)
      return EXIT_BAD_INPUT;
    entry = name_text(session->names, asked->name);
  }
  const char *program_name =
      options->operands.count ? options->operands.at[0] : "program";
  text_vec_push(&arguments, program_name);
  text_vec_append(&arguments, options->program_args.at,
                  options->program_args.count);
  struct leak_wish leak = {.check = options->cleanup    ? LEAKS_FREED
                                    : options->memtrack ? LEAKS_TRACKED
                                                        : LEAKS_ALLOWED};
  static const struct race_wish any_race = {{{0}, 0, 0}, {{0}, 0, 0}};
  struct run_options run = {
      .seed = (uint64_t)options->seed,
      .oracle = options->oracle,
      .record = options->record,
      .max_steps = (uint64_t)options->max_steps,
      .timeout_ms = (uint64_t)options->timeout_ms,
      .cpu_timeout_ms = (uint64_t)options->cpu_timeout_ms,
      .memlimit = (uint64_t)options->memlimit,
      .malloc_may_fail = options->malloc_may_fail,
      .entry = entry,
      .arguments = arguments.at,
      .argument_count = arguments.count,
      .interrupt = &is_interrupted,
      .watcher = watcher,
      .leak = leak.check ? &leak : NULL,
      .finds_lost = options->lost,
      .race = options->races ? &any_race : NULL,
      .log = &session->log,
  };
  struct run_result result;
  catch_interrupts();
  run_program(program, &run, session->diag, &result);
  session->stats.steps = result.steps;
  int code = result.exit_code;
  run_result_release(&result);
  text_vec_release(&arguments);
  return code;
}

// With every access checked against the points-to analysis.
static int run_checked(struct session *session) {
  struct points_to *analysis = NULL;
  int code = session_points_to(session, &analysis);
  if (code != EXIT_TRUE)
    return code;
  struct pointsto_checker *checker =
      pointsto_checker_new(session->program, analysis);
  struct watcher watcher = pointsto_checker_watcher(checker);
  code = run_loaded(session, session->program, &watcher);
  log_line(&session->log, 2, "run", "%llu accesses are where they should be",
           (unsigned long long)pointsto_checker_count(checker));
  pointsto_checker_free(checker);
  points_to_free(analysis);
  return code;
}

// What is volatile is memory, unless the oracle has values for it.
static void choose_volatility(struct frontend_options *options,
                              const char *oracle) {
  struct strbuf text = {0};
  if (options->volatility != VOLATILE_AUTO)
    return;
  bool has_values = oracle && file_read(oracle, &text) &&
                    strstr(strbuf_text(&text), "\nvalue volatile ");
  options->volatility = has_values ? VOLATILE_DEVICE : VOLATILE_MEMORY;
  strbuf_release(&text);
}

// A function alone, in a state of a check of it (check/behaviour.h).
static int run_alone(struct session *session) {
  const struct procedure *asked = session_function(session, true);
  if (!asked)
    return EXIT_BAD_INPUT;
  struct program *program = program_draft(session->program);
  if (asked->self.id != program->entry.id)
    behaviour_adopt_externals(program);
  int code = run_loaded(session, program, NULL);
  program_free(program);
  return code;
}

int command_run(const struct options *options) {
  if (!options_have_effect(options, "run",
                           options->component ? "component" : "plain"))
    return EXIT_USAGE;
  struct session session;
  session_init(&session, options);
  choose_volatility(&session.frontend.options, options->oracle);
  int code = session_load(&session, options->operands.at,
                          options->operands.count, NULL);
  if (code == EXIT_TRUE)
    code = options->component        ? run_component(&session)
           : options->check_pointsto ? run_checked(&session)
           : options->function && options->oracle
               ? run_alone(&session)
               : run_loaded(&session, session.program, NULL);
  session_release(&session);
  return code;
}
