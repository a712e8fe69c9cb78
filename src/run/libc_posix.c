// Files by descriptor, processes, assertions, and what is left of threads.
// Descriptors are the host's; what the program has printed through stdio goes
// out before anything is written past it.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/library_state.h"
#include "run/races.h"
#include "run/threads.h"

void routine_ignore(struct library_call *call) {
  call->result = 0;
}

void routine_zero(struct library_call *call) {
  call->result = 0;
}

// Descriptors 0, 1 and 2 are the program's standard streams.
static int host_descriptor(struct library_call *call, uint32_t index) {
  const struct library_streams *host = &library_of(call)->host;
  int descriptor = (int)argument_signed(call, index);
  FILE *stream = descriptor == 0   ? host->in
                 : descriptor == 1 ? host->out
                 : descriptor == 2 ? host->err
                                   : NULL;
  return stream ? fileno(stream) : descriptor;
}

static void set_status(struct library_call *call, int64_t status) {
  if (status < 0)
    set_failure(call, errno);
  else
    set_signed(call, status);
}

void routine_open(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  if (!path)
    return;
  int mode = call->count > 2 && !call->has_area ? (int)argument(call, 2) : 0666;
  set_status(call, open(path, (int)argument(call, 1), mode));
}

void routine_creat(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  if (path)
    set_status(call, creat(path, (mode_t)argument(call, 1)));
}

void routine_read(struct library_call *call) {
  uint64_t size = argument(call, 2);
  uint8_t *to = library_writable(call, argument(call, 1), size);
  if (!to)
    return;
  library_flush(call->machine);
  set_status(call, read(host_descriptor(call, 0), to, size));
}

void routine_write(struct library_call *call) {
  uint64_t size = argument(call, 2);
  const uint8_t *from = library_readable(call, argument(call, 1), size);
  if (!from)
    return;
  library_flush(call->machine);
  set_status(call, write(host_descriptor(call, 0), from, size));
}

// The standard streams stay open for our own messages.
void routine_close(struct library_call *call) {
  int64_t descriptor = argument_signed(call, 0);
  if (descriptor < 0 || descriptor > 2)
    set_status(call, close((int)descriptor));
}

void routine_lseek(struct library_call *call) {
  set_status(call,
             lseek(host_descriptor(call, 0), (off_t)argument_signed(call, 1),
                   (int)argument_signed(call, 2)));
}

void routine_unlink(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  if (path)
    set_status(call, unlink(path));
}

void routine_access(struct library_call *call) {
  const char *path = library_string(call, argument(call, 0));
  if (path)
    set_status(call, access(path, (int)argument(call, 1)));
}

void routine_isatty(struct library_call *call) {
  set_signed(call, isatty(host_descriptor(call, 0)));
}

void routine_getcwd(struct library_call *call) {
  char path[PATH_MAX];
  if (!getcwd(path, sizeof path)) {
    library_set_errno(call->machine, errno);
    return;
  }
  uint64_t to = argument(call, 0), size = strlen(path) + 1;
  if (!to)
    to = library_allocate(call, size, 1, false);
  else if (argument(call, 1) < size) {
    library_set_errno(call->machine, ERANGE);
    return;
  }
  uint8_t *bytes = to ? library_writable(call, to, size) : NULL;
  if (bytes)
    memcpy(bytes, path, size);
  call->result = bytes ? to : 0;
}

void routine_getpid(struct library_call *call) {
  library_draw(call, (u128)getpid(), &call->result);
  library_of(call)->process = (int32_t)call->result;
}
void routine_getppid(struct library_call *call) {
  library_draw(call, (u128)getppid(), &call->result);
}
void routine_getuid(struct library_call *call) {
  library_draw(call, getuid(), &call->result);
}
void routine_getgid(struct library_call *call) {
  library_draw(call, getgid(), &call->result);
}

void routine_sysconf(struct library_call *call) {
  set_signed(call, sysconf((int)argument_signed(call, 0)));
}

void routine_getpagesize(struct library_call *call) {
  set_signed(call, getpagesize());
}

void routine_raise(struct library_call *call) {
  int number = (int)argument_signed(call, 0);
  if (number == SIGABRT)
    routine_abort(call);
  else
    machine_stop(call->machine, OUTCOME_UNSUPPORTED, "raise of signal %d",
                 number);
}

// Assertions

void routine_errno_location(struct library_call *call) {
  library_of(call)->asks_errno = true;
  call->result = library_errno(call->machine)->base;
}

static void fail_assertion(struct library_call *call, const char *expression) {
  machine_stop(call->machine, OUTCOME_ASSERTION, "assertion `%s' failed",
               expression);
}

void routine_assert_fail(struct library_call *call) {
  const char *expression = library_string(call, argument(call, 0));
  if (expression)
    fail_assertion(call, expression);
}

void routine_assert(struct library_call *call) {
  routine_assert_fail(call);
}

void routine_error(struct library_call *call) {
  machine_stop(call->machine, OUTCOME_ASSERTION, "%s is called",
               library_name(call));
}

// getopt: the variables optarg and optind are objects of the program.

static struct space_object *find_external(struct machine *machine,
                                          const char *name) {
  const struct object_info_vec *objects = &machine->program->objects;
  struct name wanted = intern_lookup(machine->program->names, name);
  for (uint32_t i = 1; i < objects->count; i++)
    if (objects->at[i].kind == OBJECT_GLOBAL && !name_is_none(wanted) &&
        name_equal(objects->at[i].name, wanted))
      return machine->environment.objects[i];
  return NULL;
}

static int get_int(const struct space_object *object, int otherwise) {
  return object && object->bytes ? (int)space_get(object->bytes, 4) : otherwise;
}

static void set_int(struct space_object *object, int value) {
  if (object && object->bytes)
    space_put(object->bytes, 4, (u128)value);
}

// The option letter at *position of the argument, and whether it wants a
// value; '?' for one that is not in the list.
static int find_option(const char *letters, char letter, bool *wants_value) {
  const char *found = letter == ':' ? NULL : strchr(letters, letter);
  *wants_value = found && found[1] == ':';
  return found ? letter : '?';
}

struct options_state {
  uint64_t arguments; // argv
  int count;          // argc
  int index;          // optind
  int position;       // in the argument, of the next letter
};

static const char *option_argument(struct library_call *call,
                                   const struct options_state *state, int index,
                                   uint64_t *address) {
  u128 value;
  if (index >= state->count ||
      !library_load(call,
                    state->arguments + (uint64_t)index * pointer_bytes(call),
                    pointer_bytes(call), &value))
    return NULL;
  *address = (uint64_t)value;
  return library_string(call, *address);
}

static void set_option_value(struct library_call *call, uint64_t address) {
  struct space_object *optarg_object = find_external(call->machine, "optarg");
  if (optarg_object && optarg_object->bytes)
    space_put(optarg_object->bytes, pointer_bytes(call), address);
}

// Takes one letter. The position within a cluster of letters is kept in the
// library, optind in the program.
static int next_option(struct library_call *call, struct options_state *state,
                       const char *letters) {
  uint64_t address;
  const char *text = option_argument(call, state, state->index, &address);
  if (!text || text[0] != '-' || !text[1])
    return -1;
  if (!strcmp(text, "--")) {
    state->index++;
    return -1;
  }
  int position = state->position ? state->position : 1;
  bool wants_value;
  int option = find_option(letters, text[position], &wants_value);
  state->position = position + 1;
  bool at_end = !text[state->position];
  if (wants_value && !at_end) {
    set_option_value(call, address + (uint64_t)state->position);
  } else if (wants_value) {
    state->index++;
    if (option_argument(call, state, state->index, &address))
      set_option_value(call, address);
    else
      option = letters[0] == ':' ? ':' : '?';
  }
  if (wants_value || at_end) {
    state->index++;
    state->position = 0;
  }
  return option;
}

void routine_getopt(struct library_call *call) {
  struct library *library = library_of(call);
  const char *letters = library_string(call, argument(call, 2));
  if (!letters)
    return;
  struct space_object *optind_object = find_external(call->machine, "optind");
  struct options_state state = {
      .arguments = argument(call, 1),
      .count = (int)argument_signed(call, 0),
      .index = get_int(optind_object, library->option_index),
      .position = library->option_position,
  };
  set_signed(call, next_option(call, &state, letters));
  library->option_index = state.index;
  library->option_position = state.position;
  set_int(optind_object, state.index);
}

// Threads, beside the operations of the automaton

void routine_pthread_self(struct library_call *call) {
  call->result = call->machine->current->id;
}

void routine_pthread_equal(struct library_call *call) {
  call->result = argument(call, 0) == argument(call, 1);
}

void routine_pthread_mutexattr_init(struct library_call *call) {
  library_store(call, argument(call, 0), 4, 0);
}

void routine_pthread_mutexattr_settype(struct library_call *call) {
  library_store(call, argument(call, 0), 4, argument(call, 1));
}

void routine_pthread_mutexattr_gettype(struct library_call *call) {
  u128 kind = 0;
  if (library_load(call, argument(call, 0), 4, &kind))
    library_store(call, argument(call, 1), 4, kind);
}

void routine_pthread_mutex_init(struct library_call *call) {
  u128 kind = 0;
  if (!library_writable(call, argument(call, 0), 1) ||
      (argument(call, 1) && !library_load(call, argument(call, 1), 4, &kind)))
    return;
  threads_set_kind(call->machine, argument(call, 0), (unsigned)kind);
  mutex_map_remove(&call->machine->mutexes, argument(call, 0));
}

static void try_mutex(struct library_call *call, int busy) {
  uint32_t self = call->machine->current->id;
  uint64_t address = argument(call, 0);
  if (!library_readable(call, address, 1))
    return;
  struct mutex *mutex =
      mutex_map_insert(&call->machine->mutexes, address, NULL);
  bool is_busy =
      mutex->owner &&
      (mutex->owner != self || !threads_is_recursive(call->machine, address));
  if (is_busy) {
    set_signed(call, busy);
    return;
  }
  mutex->owner = self;
  mutex->depth++;
  races_acquire(call->machine->races, self, address);
}

void routine_pthread_mutex_trylock(struct library_call *call) {
  try_mutex(call, EBUSY);
}

// The time is over at once.
void routine_pthread_mutex_timedlock(struct library_call *call) {
  try_mutex(call, ETIMEDOUT);
}

void routine_mtx_trylock(struct library_call *call) {
  try_mutex(call, 1); // thrd_busy
}

void routine_mtx_timedlock(struct library_call *call) {
  try_mutex(call, 4); // thrd_timedout
}

void routine_mtx_init(struct library_call *call) {
  enum { RECURSIVE = 1 }; // mtx_recursive
  if (!library_writable(call, argument(call, 0), 1))
    return;
  threads_set_kind(call->machine, argument(call, 0),
                   argument(call, 1) & RECURSIVE);
  mutex_map_remove(&call->machine->mutexes, argument(call, 0));
}

void routine_pthread_mutex_destroy(struct library_call *call) {
  struct mutex *mutex =
      mutex_map_find(&call->machine->mutexes, argument(call, 0));
  if (mutex && mutex->owner)
    machine_stop_refused(call->machine, UNDEFINED_LIBRARY,
                         "a mutex is destroyed that thread %u holds",
                         mutex->owner);
}

void routine_pthread_detach(struct library_call *call) {
  threads_detach(call->machine, argument(call, 0));
}

void routine_pthread_once(struct library_call *call) {
  u128 done, ignored;
  struct races *races = call->machine->races;
  uint32_t self = call->machine->current->id;
  if (!library_load(call, argument(call, 0), 4, &done))
    return;
  races_acquire(races, self, argument(call, 0));
  if (done || !library_store(call, argument(call, 0), 4, 1))
    return;
  machine_call_address(call->machine, argument(call, 1), NULL, NULL, 0,
                       &ignored);
  races_release(races, self, argument(call, 0));
}

// External objects

static void bind_pointer(struct machine *machine, const char *name,
                         uint64_t value) {
  struct space_object *object = find_external(machine, name);
  if (object && object->kind == SPACE_EXTERNAL) {
    space_materialise(&machine->space, object);
    space_put(object->bytes, machine->program->pointer_width / 8, value);
  }
}

static void bind_int(struct machine *machine, const char *name, int value) {
  struct space_object *object = find_external(machine, name);
  if (object && object->kind == SPACE_EXTERNAL) {
    space_materialise(&machine->space, object);
    space_put(object->bytes, 4, (u128)value);
  }
}

// An array of pointers to texts, ended by null.
uint64_t library_text_array(struct machine *machine, const char *name,
                            const char *const *texts, uint32_t count) {
  unsigned pointer = machine->program->pointer_width / 8;
  struct space_object *array =
      library_object(machine, name, (uint64_t)(count + 1) * pointer);
  for (uint32_t i = 0; i < count; i++)
    space_put(array->bytes + (uint64_t)i * pointer, pointer,
              library_text(machine, name, texts[i]));
  return array->base;
}

uint64_t library_environment(struct machine *machine) {
  struct library *library = machine->library;
  if (!library->environment) {
    uint32_t count = 0;
    while (environ && environ[count])
      count++;
    library->environment = library_text_array(
        machine, "environ", (const char *const *)environ, count);
  }
  return library->environment;
}

void library_bind_objects(struct machine *machine) {
  const struct library_streams *host = &machine->library->host;
  bind_pointer(machine, "stdin",
               library_add_stream(machine, host->in, "stdin"));
  const struct source_vec *sources = &machine->library->sources;
  if (sources->count)
    machine->library->streams.at[0].source = sources->at[0];
  bind_pointer(machine, "stdout",
               library_add_stream(machine, host->out, "stdout"));
  bind_pointer(machine, "stderr",
               library_add_stream(machine, host->err, "stderr"));
  bind_pointer(machine, "optarg", 0);
  bind_int(machine, "optind", 1);
  bind_int(machine, "opterr", 1);
  bind_int(machine, "optopt", '?');
  if (find_external(machine, "environ") ||
      find_external(machine, "__environ")) {
    bind_pointer(machine, "environ", library_environment(machine));
    bind_pointer(machine, "__environ", library_environment(machine));
  }
}
