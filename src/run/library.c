#include "run/library.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "library/routine.h"
#include "run/guess.h"
#include "run/library_state.h"
#include "run/lost.h"
#include "run/operate.h"
#include "run/outside.h"
#include "run/recorder.h"
#include "run/wish.h"
#include "run/written.h"

static const struct library_routine routines[] = {
#define ROUTINE(name, handler, arguments) {#name, routine_##handler, arguments},
#include "run/library.def"
#undef ROUTINE
};

const struct library_routine *library_find(const char *name) {
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (is_procedure_named(name, routines[i].name))
      return &routines[i];
  return NULL;
}

const struct library_routine *library_routine_at(uint32_t index) {
  return index < sizeof routines / sizeof *routines ? &routines[index] : NULL;
}

static const struct procedure *callee_of(const struct library_call *call) {
  return program_procedure(call->machine->program, call->procedure);
}

const char *library_name(const struct library_call *call) {
  return name_text(call->machine->program->names, callee_of(call)->name);
}

// Life cycle

struct source *library_add_source(struct machine *machine, uint32_t number) {
  const struct oracle_input_vec *inputs =
      &oracle_entry(machine->oracle)->inputs;
  struct source *source = source_new(number);
  source_vec_push(&machine->library->sources, source);
  for (uint32_t i = 0; i < inputs->count; i++)
    if (inputs->at[i].stream == number && inputs->at[i].byte_count)
      strbuf_bytes(&source->bytes, (const char *)inputs->at[i].bytes,
                   inputs->at[i].byte_count);
  return source;
}

// Does the run read nothing of the world's?
static bool has_sources(const struct machine *machine) {
  return machine->is_isolated || oracle_entry(machine->oracle)->inputs.count;
}

struct library *library_new(struct machine *machine,
                            const struct library_streams *streams) {
  struct library *library = memory_new_zero(1, sizeof *library);
  library->machine = machine;
  library->host = *streams;
  library->option_index = 1;
  initstate_r(1, library->random_state, sizeof library->random_state,
              &library->random);
  machine->library = library;
  if (has_sources(machine)) {
    FILE *in = source_open(library_add_source(machine, 0));
    CHECK(in, "no stream for the standard input");
    library->host.in = in;
  }
  return library;
}

static bool is_standard(const struct library *library, const FILE *file) {
  return file == library->host.in || file == library->host.out ||
         file == library->host.err;
}

void library_free(struct library *library) {
  if (!library)
    return;
  for (uint32_t i = 0; i < library->streams.count; i++) {
    FILE *host = library->streams.at[i].host;
    if (host && !is_standard(library, host))
      fclose(host);
  }
  if (library->sources.count)
    fclose(library->host.in);
  for (uint32_t i = 0; i < library->sources.count; i++)
    source_free(library->sources.at[i]);
  source_vec_release(&library->sources);
  stream_vec_release(&library->streams);
  address_vec_release(&library->exit_handlers);
  descriptor_vec_release(&library->descriptors);
  drawn_vec_release(&library->seeds.drawn);
  environment_release(&library->own_environment);
  free(library);
}

void library_flush(struct machine *machine) {
  fflush(machine->library->host.out);
  fflush(machine->library->host.err);
}

static void call_without_arguments(struct machine *machine,
                                   struct procedure_id procedure) {
  u128 ignored;
  machine_call(machine, procedure, NULL, NULL, 0, &ignored);
}

void library_exit(struct machine *machine, int code) {
  struct library *library = machine->library;
  if (library->is_exiting)
    machine_stop_undefined(machine, UNDEFINED_LIBRARY,
                           "exit is called while exit runs");
  library->is_exiting = true;
  while (library->exit_handlers.count && !machine_has_stopped(machine)) {
    u128 ignored;
    uint64_t handler = address_vec_pop(&library->exit_handlers);
    machine_call_address(machine, handler, NULL, NULL, 0, &ignored);
  }
  const struct procedure_id_vec *last = &machine->program->destructors;
  for (uint32_t i = 0; i < last->count && !machine_has_stopped(machine); i++)
    call_without_arguments(machine, last->at[i]);
  machine_exit(machine, code);
  library_flush(machine);
}

bool library_asks(const char *name) {
  static const char *const drawn[] = {"time",   "clock",   "getpid", "getppid",
                                      "getuid", "geteuid", "getgid", "getegid"};
  bool found =
      outside_find(name) || reading_find(name) || reading_is_stored(name);
  for (size_t i = 0; i < sizeof drawn / sizeof *drawn && !found; i++)
    found = !strcmp(name, drawn[i]);
  return found;
}

// Dispatch

unsigned library_result_width(const struct library_call *call) {
  const struct procedure *procedure =
      program_procedure(call->machine->program, call->procedure);
  if (sort_is_bool(procedure->result))
    return 1;
  return sort_width(procedure->result);
}

bool library_draw(struct library_call *call, u128 host_value, u128 *value) {
  struct oracle_request request = {.kind = ORACLE_CALL,
                                   .name = library_name(call),
                                   .width = library_result_width(call),
                                   .has_default = true,
                                   .value = host_value};
  if (oracle_draw(call->machine->oracle, &request, value)) {
    guess_note(call, *value);
    return true;
  }
  machine_stop(call->machine, OUTCOME_ORACLE, "%s",
               oracle_error(call->machine->oracle));
  return false;
}

// -1 or null, of a routine that gives something else if it succeeds. At the end
// of a file errno stays.
static bool has_failed(const struct library_call *call,
                       const struct routine *routine) {
  const struct routine_result *result = &routine->result;
  unsigned width = library_result_width(call);
  bool is_character =
      result->high.kind == BOUND_NUMBER && result->high.number == UCHAR_MAX;
  bool is_number = result->low.kind == BOUND_NUMBER &&
                   result->low.number == -1 && !is_character;
  if (is_number || (result->may_fail && !result->may_be_null))
    return width && bits_signed(call->result, width) == -1;
  return result->may_be_null && width && !call->result &&
         !routine_returns_argument(routine);
}

void library_fail(struct library_call *call) {
  struct machine *machine = call->machine;
  struct routine routine = routine_find(library_name(call));
  if (!machine->failure_code || machine_has_stopped(machine) ||
      !has_failed(call, &routine))
    return;
  library_set_errno(machine, machine->failure_code);
  machine->library->has_failed = true;
}

bool library_may_read_code(const struct library *library) {
  return library->has_failed && library->asks_errno;
}

// A signal that the program may send to itself: whether it goes on is not
// known.
static bool signals_itself(struct library_call *call) {
  const char *name = library_name(call);
  bool is_process = !strcmp(name, "kill") || !strcmp(name, "sigqueue");
  bool is_any = !strcmp(name, "killpg") || !strcmp(name, "pthread_kill");
  if ((!is_process && !is_any) || call->count < 2 || !argument(call, 1))
    return false;
  int64_t process = argument_signed(call, 0);
  return is_any || process <= 0 || process == library_of(call)->process;
}

static void answer_unmodelled(struct library_call *call) {
  struct machine *machine = call->machine;
  if (callee_of(call)->kind == PROCEDURE_LABEL) {
    machine_stop(machine, OUTCOME_ASSERTION, "%s is reached",
                 library_name(call));
    return;
  }
  if (signals_itself(call)) {
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "a signal to the program itself");
    return;
  }
  if (!oracle_is_file(machine->oracle) && !machine->havoc_externals) {
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "the external function `%s` is not modelled",
                 library_name(call));
    return;
  }
  struct oracle_request request = {.kind = ORACLE_CALL,
                                   .name = library_name(call),
                                   .width = library_result_width(call)};
  guess_range(call, &request);
  if (oracle_draw(machine->oracle, &request, &call->result)) {
    guess_note(call, call->result);
    if (machine->recorder && machine->environment.has_turns)
      recorder_turn(machine->recorder);
    if (machine->recorder)
      recorder_assume(machine->recorder, call->procedure, request.width,
                      call->result);
    written_apply(call);
    descriptors_follow(call);
  } else
    machine_stop(machine, OUTCOME_ORACLE, "%s", oracle_error(machine->oracle));
  library_fail(call);
}

// A routine may use a standard stream that it is not given.
static bool uses_closed_stream(const struct library_call *call) {
  static const char *const standard[] = {"stdin", "stdout", "stderr"};
  const struct stream_vec *streams = &library_of(call)->streams;
  for (uint32_t i = 0; i < 3 && i < streams->count; i++) {
    if (streams->at[i].object)
      continue;
    struct routine routine = routine_find(library_name(call));
    const char *used = routine_stream(&routine);
    if (used && !strcmp(used, standard[i]))
      return true;
  }
  return false;
}

// A call of the error function is the violation, also where it is a routine
// that we know.
static bool is_violation(const struct library_call *call) {
  const char *error = call->machine->error_function;
  return error && is_procedure_named(library_name(call), error);
}

// Does it read bytes of our own? A call that reads lines or numbers never gets
// its answer from the oracle.
static bool takes_wishes(struct library_call *call,
                         const struct reading_routine *reading) {
  return reading &&
         (wish_source(call, reading) ||
          (call->machine->is_isolated && reading->kind != READS_CHARACTER));
}

static void dispatch(struct library_call *call) {
  if (is_violation(call)) {
    machine_stop(call->machine, OUTCOME_ASSERTION, "%s is called",
                 call->machine->error_function);
    return;
  }
  if (uses_closed_stream(call)) {
    machine_stop_refused(call->machine, UNDEFINED_INVALID_READ,
                         "%s: the standard stream that it uses was closed",
                         library_name(call));
    return;
  }
  static const struct library_routine unmodelled = {NULL, answer_unmodelled, 0};
  const struct library_routine **known =
      &call->machine->routines[call->procedure.id];
  if (!*known)
    *known = library_find(library_name(call));
  if (!*known)
    *known = &unmodelled;
  const struct reading_routine *reading = reading_find(library_name(call));
  const struct outside_routine *outside = NULL;
  if (takes_wishes(call, reading))
    wish_grant(call, reading);
  else if (call->machine->is_isolated ||
           oracle_expects_call(call->machine->oracle, library_name(call)))
    outside = outside_find(library_name(call));
  if (call->count < (*known)->arguments)
    machine_stop_undefined(call->machine, UNDEFINED_LIBRARY,
                           "%s is called with too few arguments",
                           library_name(call));
  else if (outside && *known != &unmodelled) {
    outside_answer(call, outside);
    descriptors_follow(call);
    library_fail(call);
  } else
    (*known)->run(call);
}

void library_dispatch(struct library_call *call) {
  dispatch(call);
  if (call->machine->lost)
    lost_remember(call->machine->lost, call);
  if (call->machine->recorder)
    recorder_settle(call->machine->recorder);
}

// Memory

uint8_t *library_readable(struct library_call *call, uint64_t address,
                          uint64_t size) {
  static uint8_t nothing[1];
  if (size == 0)
    return nothing;
  uint8_t *bytes = space_read(&call->machine->space, address, size);
  if (!bytes)
    machine_stop_access(call->machine, ACCESS_READ, address, size,
                        library_name(call));
  return bytes;
}

uint8_t *library_writable(struct library_call *call, uint64_t address,
                          uint64_t size) {
  static uint8_t nothing[1];
  if (size == 0)
    return nothing;
  uint8_t *bytes = space_write(&call->machine->space, address, size);
  if (!bytes)
    machine_stop_access(call->machine, ACCESS_WRITE, address, size,
                        library_name(call));
  else if (call->machine->recorder)
    recorder_touch(call->machine->recorder, address, size);
  return bytes;
}

uint64_t library_string_length(struct library_call *call, uint64_t address,
                               uint64_t limit) {
  if (limit == 0)
    return 0;
  const uint8_t *bytes = space_read(&call->machine->space, address, 1);
  if (!bytes) {
    machine_stop_access(call->machine, ACCESS_READ, address, 1,
                        library_name(call));
    return UINT64_MAX;
  }
  const struct space_object *object =
      space_find(&call->machine->space, address);
  uint64_t room = object->readable - (address - object->base);
  uint64_t reach = room < limit ? room : limit;
  uint64_t length = strnlen((const char *)bytes, reach);
  if (length < reach || reach == limit)
    return length;
  machine_stop_access(call->machine, ACCESS_READ, address + room, 1,
                      library_name(call));
  return UINT64_MAX;
}

const char *library_string(struct library_call *call, uint64_t address) {
  uint64_t length = library_string_length(call, address, UINT64_MAX);
  if (length == UINT64_MAX)
    return NULL;
  return (const char *)space_read(&call->machine->space, address, length + 1);
}

bool library_store(struct library_call *call, uint64_t address, unsigned bytes,
                   u128 value) {
  uint8_t *to = library_writable(call, address, bytes);
  if (to)
    space_put(to, bytes, value);
  return to != NULL;
}

bool library_load(struct library_call *call, uint64_t address, unsigned bytes,
                  u128 *value) {
  const uint8_t *from = library_readable(call, address, bytes);
  if (from)
    *value = space_get(from, bytes);
  return from != NULL;
}

// The call that is running.
static void set_site(const struct machine *machine,
                     struct space_request *request) {
  const struct frame_vec *frames = &machine->current->frames;
  if (!frames->count)
    return;
  const struct frame *frame = &frames->at[frames->count - 1];
  request->tag = frame->code->procedure->self.id;
  request->edge = frame->code->edges[frame->pc];
}

bool library_may_allocate(struct library_call *call) {
  bool ok;
  if (!operate_may_allocate(call->machine, &ok))
    return false;
  if (!ok)
    library_set_errno(call->machine, ENOMEM);
  return ok;
}

uint64_t library_allocate(struct library_call *call, uint64_t size,
                          uint64_t alignment, bool is_zeroed) {
  struct machine *machine = call->machine;
  if (size > machine->limits.bytes) {
    library_set_errno(machine, ENOMEM);
    return 0;
  }
  struct space_request request = {.kind = SPACE_HEAP,
                                  .size = size,
                                  .alignment = alignment,
                                  .is_zeroed = is_zeroed,
                                  .position = machine_position(machine)};
  set_site(machine, &request);
  struct space_object *object = space_allocate(&machine->space, &request);
  if (!object) {
    machine_stop(machine, OUTCOME_LIMIT, "the memory limit is reached");
    return 0;
  }
  return object->base;
}

bool library_deallocate(struct library_call *call, uint64_t address) {
  struct machine *machine = call->machine;
  struct space_object *object = space_find(&machine->space, address);
  if (address == 0)
    return true;
  if (object->kind != SPACE_HEAP || !object->is_alive ||
      object->base != address) {
    machine_stop_access(machine, ACCESS_FREE, address, 0, library_name(call));
    return false;
  }
  space_end(&machine->space, object, machine_position(machine));
  return true;
}

struct space_object *library_object(struct machine *machine, const char *name,
                                    uint64_t size) {
  struct space_request request = {.kind = SPACE_LIBRARY,
                                  .size = size,
                                  .is_zeroed = true,
                                  .name =
                                      intern(machine->program->names, name)};
  struct space_object *object = space_allocate(&machine->space, &request);
  CHECK(object, "no room for an object of the library");
  return object;
}

uint64_t library_text(struct machine *machine, const char *name,
                      const char *text) {
  size_t size = strlen(text) + 1;
  struct space_object *object = library_object(machine, name, size);
  memcpy(object->bytes, text, size);
  return object->base;
}

struct space_object *library_static(struct machine *machine,
                                    enum library_static which, const char *name,
                                    uint64_t size) {
  struct space_object **object = &machine->library->statics[which];
  if (!*object)
    *object = library_object(machine, name, size);
  return *object;
}

struct space_object *library_errno(struct machine *machine) {
  struct thread *thread =
      machine->current ? machine->current : machine->threads.at[0];
  if (!thread->error)
    thread->error = library_object(machine, "errno", 4);
  return thread->error;
}

void library_set_errno(struct machine *machine, int value) {
  space_put(library_errno(machine)->bytes, 4, (u128)value);
}
