#include "run/recorder.h"
#include "run/threads.h"

#include <errno.h>

#include "base/check.h"
#include "run/interpret.h"
#include "run/locks.h"
#include "run/operate.h"
#include "run/races.h"

static struct thread *find_thread(const struct machine *machine, uint64_t id) {
  if (id == 0 || id > machine->threads.count)
    return NULL;
  return machine->threads.at[id - 1];
}

static uint64_t operand(const struct call_site *site, const uint64_t *words,
                        uint32_t index) {
  CHECK(index < site->count, "thread operation without operand %u", index);
  return words[site->arguments[index].word];
}

static bool store(struct machine *machine, uint64_t address, uint64_t value,
                  unsigned size) {
  uint8_t *bytes = space_write(&machine->space, address, size);
  if (!bytes) {
    machine_stop_access(machine, ACCESS_WRITE, address, size,
                        "a thread operation");
    return false;
  }
  space_put(bytes, size, value);
  return true;
}

static bool store_pointer(struct machine *machine, uint64_t address,
                          uint64_t value) {
  return store(machine, address, value, machine->program->pointer_width / 8);
}

// glibc keeps the kind of a mutex in its bytes, where static initialisers and
// pthread_mutex_init put it.
static unsigned kind_offset(const struct machine *machine) {
  return machine->program->pointer_width == 64 ? 16 : 12;
}

static unsigned kind_of(const struct machine *machine, uint64_t mutex) {
  const uint8_t *kind =
      space_read(&machine->space, mutex + kind_offset(machine), 4);
  return kind ? (unsigned)space_get(kind, 4) : 0;
}

bool threads_is_recursive(const struct machine *machine, uint64_t mutex) {
  return kind_of(machine, mutex) == THREADS_RECURSIVE;
}

void threads_set_kind(struct machine *machine, uint64_t mutex, unsigned kind) {
  uint8_t *bytes =
      space_write(&machine->space, mutex + kind_offset(machine), 4);
  if (bytes)
    space_put(bytes, 4, kind);
}

static bool create(struct machine *machine, const struct call_site *site,
                   const uint64_t *words) {
  uint64_t address = operand(site, words, 1);
  struct procedure_id procedure = machine_function_at(machine, address);
  if (!procedure.id ||
      !program_procedure(machine->program, procedure)->is_defined) {
    machine_stop_access(machine, ACCESS_CALL, address, 0, "pthread_create");
    return false;
  }
  struct thread *created = machine_add_thread(machine);
  if (!created) {
    machine_stop(machine, OUTCOME_LIMIT, "no room for another thread");
    return false;
  }
  if (!store_pointer(machine, operand(site, words, 0), created->id))
    return false;
  races_create(machine->races, machine->current->id, created->id);
  const struct code *code = machine_code(machine, procedure);
  struct slot no_target = {0, 0};
  if (!machine_enter(machine, created, code, no_target))
    return false;
  return operate_pass_arguments(machine, code,
                                frame_vec_last(&created->frames)->words, words,
                                &site->arguments[2], 1);
}

static bool join(struct machine *machine, const struct call_site *site,
                 const uint64_t *words, unsigned size) {
  struct thread *other = find_thread(machine, operand(site, words, 0));
  if (!other || other->is_joined) {
    machine_stop_refused(machine, UNDEFINED_LIBRARY,
                         other ? "join of a thread that was joined or detached"
                               : "pthread_join of no thread");
    return false;
  }
  if (other->state != THREAD_FINISHED)
    return false;
  other->is_joined = true;
  uint64_t address = operand(site, words, 1);
  return address == 0 || store(machine, address, other->result, size);
}

void threads_detach(struct machine *machine, uint64_t id) {
  struct thread *other = find_thread(machine, id);
  if (!other || other->is_joined)
    machine_stop_refused(machine, UNDEFINED_LIBRARY, "detaching %s",
                         other ? "a thread again, or after it was joined"
                               : "no thread");
  else
    other->is_joined = true;
}

// The mutex at the address, or null after stopping the run.
static struct mutex *find_mutex(struct machine *machine, uint64_t address,
                                const char *routine) {
  if (space_read(&machine->space, address, 1))
    return mutex_map_insert(&machine->mutexes, address, NULL);
  machine_stop_access(machine, ACCESS_READ, address, 1, routine);
  return NULL;
}

// A mutex that checks says that its owner has it already.
static bool lock(struct machine *machine, const struct thread *thread,
                 uint64_t address, int32_t *status) {
  struct mutex *mutex = find_mutex(machine, address, "pthread_mutex_lock");
  if (!mutex || (mutex->owner && mutex->owner != thread->id))
    return false;
  if (mutex->owner && !threads_is_recursive(machine, address)) {
    *status = EDEADLK;
    return kind_of(machine, address) == THREADS_CHECKING;
  }
  mutex->owner = thread->id;
  mutex->depth++;
  return true;
}

static bool unlock(struct machine *machine, const struct thread *thread,
                   uint64_t address, int32_t *status) {
  struct mutex *mutex = find_mutex(machine, address, "pthread_mutex_unlock");
  if (!mutex)
    return false;
  if (mutex->owner != thread->id &&
      kind_of(machine, address) == THREADS_CHECKING) {
    *status = EPERM;
    return true;
  }
  if (mutex->owner != thread->id) {
    machine_stop_refused(machine, UNDEFINED_LIBRARY,
                         "unlock of a mutex that this thread does not hold");
    return false;
  }
  if (--mutex->depth == 0)
    mutex->owner = 0;
  return true;
}

// By the schedule another thread was woken than we took it to be. False: none
// was.
static bool take_signal(struct machine *machine, uint64_t condition) {
  for (uint32_t i = 0; i < machine->threads.count; i++) {
    struct thread *other = machine->threads.at[i];
    if (other->waits_on == condition && other->is_signalled) {
      other->is_signalled = false;
      return true;
    }
  }
  return false;
}

// First gives the mutex up, then waits for a signal, then for the mutex. If it
// waits for a time only, that is over when it has its next turn, and it gives
// `late`.
static bool wait(struct machine *machine, struct thread *thread,
                 uint64_t condition, uint64_t mutex, int32_t late,
                 int32_t *status) {
  if (!thread->waits_on) {
    if (unlock(machine, thread, mutex, status))
      thread->waits_on = condition;
    thread->is_signalled = false;
    return false;
  }
  bool is_woken =
      thread->is_signalled || late || schedule_says(&machine->schedule);
  if (!is_woken || !lock(machine, thread, mutex, status))
    return false;
  thread->waits_on = 0;
  if (!thread->is_signalled && !take_signal(machine, condition))
    *status = late;
  return true;
}

// Wakes one waiting thread, the longest-lived first, or all.
static bool wake(struct machine *machine, uint64_t condition, bool all) {
  for (uint32_t i = 0; i < machine->threads.count; i++) {
    struct thread *thread = machine->threads.at[i];
    if (thread->waits_on != condition || thread->is_signalled)
      continue;
    thread->is_signalled = true;
    if (!all)
      break;
  }
  return true;
}

static bool enter_atomic(struct machine *machine, const struct thread *thread) {
  machine->atomic_owner = thread->id;
  machine->atomic_depth++;
  return true;
}

static bool leave_atomic(struct machine *machine) {
  if (machine->atomic_depth && --machine->atomic_depth == 0)
    machine->atomic_owner = 0;
  return true;
}

static bool finish(struct machine *machine, struct thread *thread,
                   uint64_t result) {
  if (machine->nesting) {
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "a thread ends inside a function called by the library");
    return false;
  }
  while (thread->frames.count)
    machine_leave(machine, thread);
  thread->result = result;
  thread->state = THREAD_FINISHED;
  return false;
}

static bool perform(struct machine *machine, struct thread *thread,
                    const struct call_site *site, const uint64_t *words,
                    enum thread_action action, int32_t *status) {
  switch (action) {
  case THREAD_CREATE: return create(machine, site, words);
  case THREAD_JOIN:
    return join(machine, site, words, machine->program->pointer_width / 8);
  case THREAD_JOIN_NUMBER: return join(machine, site, words, 4);
  case THREAD_EXIT:
    return finish(machine, thread, site->count ? operand(site, words, 0) : 0);
  case THREAD_LOCK:
    return lock(machine, thread, operand(site, words, 0), status);
  case THREAD_UNLOCK:
    return unlock(machine, thread, operand(site, words, 0), status);
  case THREAD_WAIT:
  case THREAD_TIMED_WAIT:
    return wait(
        machine, thread, operand(site, words, 0), operand(site, words, 1),
        action == THREAD_WAIT ? 0 : (int32_t)operand(site, words, 2), status);
  case THREAD_SIGNAL: return wake(machine, operand(site, words, 0), false);
  case THREAD_BROADCAST: return wake(machine, operand(site, words, 0), true);
  case THREAD_READ_LOCK:
  case THREAD_WRITE_LOCK:
  case THREAD_UNLOCK_EITHER:
  case THREAD_SPIN_LOCK:
  case THREAD_SPIN_UNLOCK:
  case THREAD_DOWN:
  case THREAD_UP:
  case THREAD_MEET:
    return locks_operate(machine, thread, action, operand(site, words, 0),
                         status);
  case THREAD_ATOMIC_BEGIN: return enter_atomic(machine, thread);
  case THREAD_ATOMIC_END: return leave_atomic(machine);
  case THREAD_ACTION_COUNT: break;
  }
  BUG("thread action %d", action);
}

// What is locked, awaited and the like.
static uint64_t object_of(const struct call_site *site, const uint64_t *words,
                          enum thread_action action) {
  uint32_t index = action == THREAD_WAIT || action == THREAD_TIMED_WAIT;
  return index < site->count ? operand(site, words, index) : 0;
}

// A native run lets others go on inside these (turns.h).
static bool has_two_parts(enum thread_action action) {
  return action == THREAD_WAIT || action == THREAD_TIMED_WAIT ||
         action == THREAD_MEET;
}

static void tell_turn(const struct machine *machine) {
  if (machine->recorder && machine->environment.has_turns)
    recorder_turn(machine->recorder);
}

bool threads_operate(struct machine *machine, struct thread *thread,
                     const struct call_site *site, uint64_t *words) {
  const struct code *code = frame_vec_last(&thread->frames)->code;
  enum thread_action action =
      code->procedure->edges.at[site->edge].op.thread.action;
  int32_t status = 0;
  uint64_t object = object_of(site, words, action);
  races_before(machine, thread, action, object);
  if (thread->state != THREAD_WAITING && has_two_parts(action))
    tell_turn(machine);
  if (perform(machine, thread, site, words, action, &status)) {
    if (action != THREAD_ATOMIC_BEGIN && action != THREAD_ATOMIC_END)
      tell_turn(machine);
    races_after(machine, thread, action, object);
    thread->state = THREAD_READY;
    if (site->target.width)
      words_put(words, site->target,
                bits_truncate((u128)status, site->target.width));
    return true;
  }
  if (thread->state == THREAD_FINISHED || machine_has_stopped(machine))
    return false;
  thread->state = THREAD_WAITING;
  schedule_event(machine, thread);
  if (machine->nesting)
    machine_stop(machine, OUTCOME_UNSUPPORTED,
                 "a thread waits inside a function called by the library");
  return false;
}

bool threads_may_switch(const struct machine *machine) {
  return machine->threads.count > 1 && machine->nesting == 0 &&
         machine->atomic_owner == 0;
}

static struct thread *next_thread(const struct machine *machine) {
  uint32_t count = machine->threads.count;
  struct thread *wanted = find_thread(machine, machine->schedule.next);
  if (wanted && wanted->state != THREAD_FINISHED)
    return wanted;
  for (uint32_t i = 0; i < count; i++) {
    struct thread *thread =
        machine->threads.at[(machine->current->id + i) % count];
    if (thread->state != THREAD_FINISHED)
      return thread;
  }
  return NULL;
}

// Runs one slice. True if the thread's first function returned.
static bool run_slice(struct machine *machine, struct thread *thread) {
  machine->current = thread;
  interpret(machine, thread, 0);
  if (thread->state == THREAD_FINISHED)
    schedule_event(machine, thread);
  if (thread->frames.count || thread->state == THREAD_FINISHED)
    return false;
  thread->state = THREAD_FINISHED;
  thread->result = (uint64_t)machine->returned;
  schedule_event(machine, thread);
  return true;
}

// "thread 2 waits at f.c:4:1 (lock), which thread 3 holds"
static void tell_waiting(const struct machine *machine,
                         const struct thread *thread, struct strbuf *text) {
  const struct frame *frame = &thread->frames.at[thread->frames.count - 1];
  const struct code *code = frame->code;
  const struct edge *edge = &code->procedure->edges.at[code->edges[frame->pc]];
  strbuf_format(text, "%sthread %u waits at ", text->length ? "; " : "",
                thread->id);
  position_print(machine->program->names, machine_frame_position(frame), text);
  if (edge->op.kind != OPERATION_THREAD)
    return;
  strbuf_format(text, " (%s)", thread_action_name(edge->op.thread.action));
  const struct call_site *site = &code->sites[code->instructions[frame->pc].d];
  struct mutex *mutex =
      edge->op.thread.action == THREAD_LOCK
          ? mutex_map_find(&machine->mutexes, operand(site, frame->words, 0))
          : NULL;
  if (mutex && mutex->owner)
    strbuf_format(text, " for what thread %u holds", mutex->owner);
}

static void stop_stuck(struct machine *machine) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < machine->threads.count; i++)
    if (machine->threads.at[i]->frames.count)
      tell_waiting(machine, machine->threads.at[i], &text);
  machine_stop(machine, OUTCOME_DEADLOCK, "deadlock: %s", strbuf_text(&text));
  strbuf_release(&text);
}

void threads_run(struct machine *machine) {
  struct thread *first = machine->threads.at[0];
  struct thread *thread = first;
  uint32_t stuck = 0; // slices without progress in a row
  while (thread && !machine_has_stopped(machine)) {
    uint64_t before = machine->steps;
    bool has_returned = run_slice(machine, thread);
    if (has_returned && thread == first)
      return;
    bool has_moved =
        thread->state != THREAD_WAITING || machine->steps != before;
    stuck = has_moved ? 0 : stuck + 1;
    if (stuck > machine->threads.count)
      stop_stuck(machine);
    if (!machine->atomic_owner)
      thread = next_thread(machine);
  }
  // The first thread ended by pthread_exit and the others are through too.
  machine->returned = 0;
}
