#include "run/run.h"

#include <inttypes.h>

#include "base/exit_code.h"
#include "base/stats.h"
#include "run/entry.h"
#include "run/lost.h"
#include "run/library_state.h"
#include "run/recorder.h"
#include "run/threads.h"

enum { SHOWN_CALLS = 10, ABORT_CODE = 134 };

static const uint64_t default_bytes = (uint64_t)4 << 30;

// Reporting

static int exit_code(const struct outcome *outcome) {
  switch (outcome->kind) {
  case OUTCOME_EXIT: return outcome->exit_code;
  case OUTCOME_ABORT:
  case OUTCOME_ASSERTION: return ABORT_CODE;
  case OUTCOME_UNDEFINED: return EXIT_FALSE;
  case OUTCOME_UNSUPPORTED: return EXIT_UNSUPPORTED;
  case OUTCOME_BLOCKED:
  case OUTCOME_DEADLOCK:
  case OUTCOME_LIMIT: return EXIT_UNKNOWN;
  case OUTCOME_ORACLE: return EXIT_BAD_INPUT;
  case OUTCOME_BUG:
  case OUTCOME_NONE: break;
  }
  return EXIT_INTERNAL;
}

// The calls that are under way, the innermost first.
static void report_calls(const struct machine *machine) {
  const struct frame_vec *frames = &machine->current->frames;
  for (uint32_t i = frames->count, shown = 0; i-- > 1; shown++) {
    if (shown == SHOWN_CALLS) {
      diag_report(machine->diag, SEVERITY_NOTE, (struct position){0},
                  "and %u more calls", i);
      return;
    }
    diag_report(machine->diag, SEVERITY_NOTE,
                machine_frame_position(&frames->at[i - 1]),
                "`%s` was called here",
                name_text(machine->program->names,
                          frames->at[i].code->procedure->name));
  }
}

static void report(const struct machine *machine) {
  const struct outcome *outcome = &machine->outcome;
  if (outcome->kind == OUTCOME_EXIT)
    return;
  diag_report(machine->diag, SEVERITY_ERROR, outcome->position, "%s%s",
              outcome->kind == OUTCOME_BUG ? "bug: " : "",
              strbuf_text(&outcome->message));
  report_calls(machine);
}

// Running

static void run_constructors(struct machine *machine) {
  const struct procedure_id_vec *first = &machine->program->constructors;
  for (uint32_t i = 0; i < first->count && !machine_has_stopped(machine); i++) {
    u128 ignored;
    machine_call(machine, first->at[i], NULL, NULL, 0, &ignored);
  }
}

static const struct procedure *find_entry(struct machine *machine,
                                          const char *name) {
  const struct program *program = machine->program;
  const struct procedure *procedure =
      name                ? program_find(program, name)
      : program->entry.id ? program_procedure(program, program->entry)
                          : NULL;
  if (procedure && procedure->is_defined)
    return procedure;
  machine_stop(machine, OUTCOME_ORACLE, "there is no function `%s` to run",
               name ? name : "main");
  return NULL;
}

// Its frame was the first on the stack, and nothing came there since.
// Arrays are memory that became variables: nobody returns them.
static void save(const struct machine *machine, struct variable variable,
                 u128 value, struct assignment *final) {
  struct term t = program_term(machine->program, variable);
  if (!sort_is_array(term_sort(machine->program->terms, t)))
    assignment_set(final, t, value);
}

static void save_locals(struct machine *machine,
                        const struct procedure *procedure,
                        struct assignment *final) {
  const struct code *code = machine_code(machine, procedure->self);
  const uint64_t *words = machine->threads.at[0]->stack;
  for (uint32_t i = 0; i < procedure->variables.count; i++)
    if (code->variables[i].width)
      save(machine, procedure->variables.at[i],
           words_get(words, code->variables[i]), final);
}

static void save_globals(struct machine *machine, struct assignment *final) {
  const struct program *program = machine->program;
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    struct slot slot = machine->environment.globals[i];
    if (info->kind == VARIABLE_GLOBAL && slot.width)
      save(machine, (struct variable){i}, words_get(machine->globals, slot),
           final);
    else if (info->kind == VARIABLE_ADDRESS && !info->owner.id)
      assignment_set(final, info->term,
                     machine_object_address(machine, info->object));
  }
}

static void run_entry(struct machine *machine,
                      const struct procedure *procedure,
                      const struct run_options *options) {
  bool is_main = procedure->self.id == machine->program->entry.id;
  if (is_main) {
    run_constructors(machine);
    if (!machine_has_stopped(machine))
      entry_main(machine, procedure, options->arguments,
                 options->argument_count);
  } else {
    machine->is_open = true;
    entry_function(machine, procedure);
    if (machine->lost)
      lost_begin(machine->lost, machine);
  }
  threads_run(machine);
  if (machine_has_stopped(machine))
    return;
  machine->has_result = true;
  machine->result = machine->returned;
  if (options->final) {
    save_locals(machine, procedure, options->final);
    save_globals(machine, options->final);
  }
  bool has_code = is_main && sort_is_bits(procedure->result);
  library_exit(machine, has_code ? (int)machine->returned : 0);
}

static void set_limits(struct machine *machine,
                       const struct run_options *options) {
  machine->limits.steps = options->max_steps;
  machine->limits.interrupt = options->interrupt;
  if (options->timeout_ms)
    machine->limits.deadline_ms = stats_now_ms() + options->timeout_ms;
  if (options->cpu_timeout_ms)
    machine->limits.cpu_deadline_ms = stats_cpu_ms() + options->cpu_timeout_ms;
  machine->malloc_may_fail = options->malloc_may_fail;
  machine->havoc_externals = options->havoc_externals;
  machine->is_isolated = options->is_isolated;
  machine->wish_round = options->wish_round;
  machine->failure_code = options->failure_code;
  machine->error_function = options->error_function;
  machine->watcher = options->watcher;
  machine->listener = options->listener;
  machine->environment.watches = options->watcher != NULL;
  machine->follower = options->follower;
  machine->races = options->race ? races_new(options->race) : NULL;
  machine->environment.finds_races = options->race != NULL;
  machine->environment.follows = options->follower != NULL;
  machine->environment.compares =
      options->follower && options->follower->compared;
  machine->environment.records = options->lane != NULL;
}

// Whom threads follow: the oracle if it says anything, else the seed.
static void set_schedule(struct machine *machine,
                         const struct run_options *options) {
  struct schedule *schedule = &machine->schedule;
  const struct schedule_run_vec *given = oracle_schedule(machine->oracle);
  if (!machine->environment.counts_edges || (!given->count && !options->seed))
    return;
  schedule->kind = given->count ? SCHEDULE_GIVEN : SCHEDULE_CHANCE;
  schedule->state = options->seed;
  schedule->next = 1;
  schedule_run_vec_append(&schedule->runs, given->at, given->count);
  machine->environment.has_turns = true;
}

static void record_schedule(const struct machine *machine) {
  const struct schedule_run_vec *past = &machine->schedule.past;
  for (uint32_t i = 0; i < past->count; i++)
    oracle_record_line(machine->oracle, "schedule %u %u", past->at[i].thread,
                       past->at[i].events);
}

static struct library_streams streams_of(const struct run_options *options) {
  struct library_streams streams = options->streams;
  streams.in = streams.in ? streams.in : stdin;
  streams.out = streams.out ? streams.out : stdout;
  streams.err = streams.err ? streams.err : stderr;
  return streams;
}

static void save_record(struct oracle *oracle,
                        const struct run_options *options, struct diag *diag) {
  struct strbuf error = {0};
  if (options->record && !oracle_save(oracle, options->record, &error))
    diag_file(diag, SEVERITY_ERROR, NULL, "%s", strbuf_text(&error));
  if (options->recorded)
    strbuf_add(options->recorded, oracle_recorded(oracle));
  strbuf_release(&error);
}

// The text with all that was read, without the wishes.
static void settle(const struct machine *machine,
                   const struct run_options *options, struct strbuf *into) {
  const struct source_vec *sources = &machine->library->sources;
  if (!options->oracle_text || !oracle_has_wishes(machine->oracle))
    return;
  oracle_settle(machine->oracle, options->oracle_text, into);
  for (uint32_t i = 0; i < sources->count; i++) {
    const struct strbuf *bytes = &sources->at[i]->bytes;
    strbuf_format(into, "input %u ", sources->at[i]->number);
    for (size_t k = 0; k < bytes->length; k++)
      strbuf_format(into, "%02x", (unsigned char)bytes->text[k]);
    strbuf_char(into, '\n');
  }
}

static void fill_result(struct machine *machine, struct run_result *result) {
  *result = (struct run_result){
      .outcome = machine->outcome.kind,
      .reason = machine->outcome.reason,
      .is_refusal = machine->outcome.is_refusal,
      .beyond = machine->outcome.beyond,
      .is_beyond_code = machine->outcome.is_beyond_code,
      .depth = machine->outcome.depth,
      .exit_code = exit_code(&machine->outcome),
      .position = machine->outcome.position,
      .message = machine->outcome.message,
      .steps = machine->steps,
      .allocations = oracle_allocations(machine->oracle),
      .has_approximated = machine->has_approximated,
      .has_guessed = machine->has_guessed,
      .may_read_code = library_may_read_code(machine->library),
      .has_returned = machine->has_result,
      .returned = machine->result,
  };
  machine->outcome.message = (struct strbuf){0};
}

static void run_with(const struct program *program, struct oracle *oracle,
                     const struct run_options *options, struct diag *diag,
                     struct run_result *result) {
  uint64_t bytes = options->memlimit ? options->memlimit : default_bytes;
  struct library_streams streams = streams_of(options);
  struct machine machine;
  struct lost lost = {0};
  machine_init(&machine, program, diag, oracle, bytes);
  set_limits(&machine, options);
  machine.lost = options->finds_lost ? &lost : NULL;
  set_schedule(&machine, options);
  machine.library = library_new(&machine, &streams);
  library_bind_objects(&machine);
  machine.log = options->log;
  if (options->lane)
    machine.recorder = recorder_new(&machine, options->lane, options->calls);
  struct entry *entry = entry_new(&machine);
  const struct procedure *procedure = find_entry(&machine, options->entry);
  if (procedure && !machine_has_stopped(&machine))
    run_entry(&machine, procedure, options);
  if (options->leak)
    leaks_find(&machine, options->leak);
  if (options->finds_lost)
    lost_find(&lost, &machine);
  lost_release(&lost);
  library_flush(&machine);
  if (oracle_is_recording(oracle))
    record_schedule(&machine);
  if (machine.recorder)
    recorder_finish(machine.recorder);
  report(&machine);
  log_line(options->log, 2, "run", "%s after %" PRIu64 " steps",
           outcome_name(machine.outcome.kind), machine.steps);
  fill_result(&machine, result);
  settle(&machine, options, &result->settled);
  recorder_free(machine.recorder);
  entry_free(entry);
  library_free(machine.library);
  machine_release(&machine);
}

static struct oracle *choose_oracle(const struct run_options *options,
                                    struct strbuf *error) {
  if (options->oracle_text)
    return oracle_parse(options->oracle_text, error);
  return options->oracle ? oracle_read(options->oracle, error)
                         : oracle_new(options->seed);
}

void run_program(const struct program *program,
                 const struct run_options *options, struct diag *diag,
                 struct run_result *result) {
  struct strbuf error = {0};
  struct oracle *oracle = choose_oracle(options, &error);
  *result = (struct run_result){.outcome = OUTCOME_ORACLE,
                                .exit_code = EXIT_BAD_INPUT};
  if (oracle) {
    if (options->record || options->recorded)
      oracle_record(oracle);
    run_with(program, oracle, options, diag, result);
    save_record(oracle, options, diag);
  } else {
    diag_file(diag, SEVERITY_ERROR, NULL, "%s", strbuf_text(&error));
    strbuf_add(&result->message, strbuf_text(&error));
  }
  oracle_free(oracle);
  strbuf_release(&error);
}

void run_result_release(struct run_result *result) {
  strbuf_release(&result->message);
  strbuf_release(&result->settled);
}
