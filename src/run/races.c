#include "run/races.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "program/exchange.h"
#include "run/locks.h"
#include "run/machine.h"

// Clocks: by thread, [0] unused; what is missing is 0.

static uint32_t clock_of(const struct u32_vec *clock, uint32_t thread) {
  return thread < clock->count ? clock->at[thread] : 0;
}

static void clock_set(struct u32_vec *clock, uint32_t thread, uint32_t value) {
  while (clock->count <= thread)
    u32_vec_push(clock, 0);
  clock->at[thread] = value;
}

static void clock_join(struct u32_vec *clock, const struct u32_vec *other) {
  for (uint32_t i = 0; i < other->count; i++)
    if (other->at[i] > clock_of(clock, i))
      clock_set(clock, i, other->at[i]);
}

// The last access of a kind that a thread made.
struct past_access {
  uint32_t thread, clock;
  bool is_write, is_atomic;
  struct position position;
};

VEC_DEFINE(past_access_vec, struct past_access);

NUMBER_MAP_DEFINE(clock_map, uint64_t, struct u32_vec);
NUMBER_MAP_DEFINE(cell_map, uint64_t, struct past_access_vec);
VEC_DEFINE(clock_vec, struct u32_vec);

struct races {
  struct race_wish wish;
  struct clock_vec threads; // [0] unused
  struct clock_map objects; // what was released, by object
  struct cell_map cells;    // by byte of memory, or by variable
};

// Keys that are no addresses
enum { BIT_VARIABLE = 63, BIT_READERS = 62, BIT_ATOMIC = 61, SHIFT_ROUND = 50 };
#define KEY_SECTION (UINT64_C(1) << 60)

struct races *races_new(const struct race_wish *wish) {
  struct races *races = memory_new_zero(1, sizeof *races);
  races->wish = *wish;
  return races;
}

void races_free(struct races *races) {
  if (!races)
    return;
  for (uint32_t i = 0; i < races->threads.count; i++)
    u32_vec_release(&races->threads.at[i]);
  clock_vec_release(&races->threads);
  for (uint32_t i = 0; i < races->objects.count; i++)
    u32_vec_release(&races->objects.entries[i].value);
  clock_map_release(&races->objects);
  for (uint32_t i = 0; i < races->cells.count; i++)
    past_access_vec_release(&races->cells.entries[i].value);
  cell_map_release(&races->cells);
  free(races);
}

static struct u32_vec *clock_at(struct races *races, uint32_t thread) {
  while (races->threads.count <= thread) {
    struct u32_vec clock = {0};
    clock_set(&clock, races->threads.count, 1);
    clock_vec_push(&races->threads, clock);
  }
  return &races->threads.at[thread];
}

static void tick(struct races *races, uint32_t thread) {
  struct u32_vec *clock = clock_at(races, thread);
  clock->at[thread]++;
}

// Synchronisation

void races_create(struct races *races, uint32_t parent, uint32_t child) {
  if (!races)
    return;
  clock_at(races, child); // may move the other
  clock_join(&races->threads.at[child], clock_at(races, parent));
  tick(races, parent);
}

void races_join(struct races *races, uint32_t thread, uint32_t ended) {
  if (!races)
    return;
  clock_at(races, ended);
  clock_join(clock_at(races, thread), &races->threads.at[ended]);
}

void races_acquire(struct races *races, uint32_t thread, uint64_t object) {
  struct u32_vec *released =
      races ? clock_map_find(&races->objects, object) : NULL;
  if (released)
    clock_join(clock_at(races, thread), released);
}

void races_release(struct races *races, uint32_t thread, uint64_t object) {
  if (!races)
    return;
  clock_join(clock_map_insert(&races->objects, object, NULL),
             clock_at(races, thread));
  tick(races, thread);
}

static uint64_t readers_of(uint64_t object) {
  return object | UINT64_C(1) << BIT_READERS;
}

static uint64_t round_of(const struct machine *machine, uint64_t object,
                         uint32_t back) {
  const uint8_t *bytes = space_read(&machine->space, object + LOCKS_ROUND, 4);
  uint64_t round = bytes ? space_get(bytes, 4) - back : 0;
  return object | ((round & 255) + 1) << SHIFT_ROUND;
}

static bool is_writer(const struct machine *machine,
                      const struct thread *thread, uint64_t lock) {
  const uint8_t *bytes = space_read(&machine->space, lock + LOCKS_WRITER, 4);
  return bytes && space_get(bytes, 4) == thread->id;
}

void races_before(struct machine *machine, const struct thread *thread,
                  enum thread_action action, uint64_t object) {
  struct races *races = machine->races;
  if (!races)
    return;
  switch (action) {
  case THREAD_UNLOCK:
  case THREAD_SPIN_UNLOCK:
  case THREAD_UP: races_release(races, thread->id, object); break;
  case THREAD_UNLOCK_EITHER:
    races_release(races, thread->id,
                  is_writer(machine, thread, object) ? object
                                                     : readers_of(object));
    break;
  case THREAD_WAIT:
  case THREAD_TIMED_WAIT:
    if (!thread->waits_on)
      races_release(races, thread->id, object);
    break;
  case THREAD_MEET:
    if (thread->waits_on != object)
      races_release(races, thread->id, round_of(machine, object, 0));
    break;
  case THREAD_ATOMIC_END: races_release(races, thread->id, KEY_SECTION); break;
  default: break;
  }
}

void races_after(struct machine *machine, const struct thread *thread,
                 enum thread_action action, uint64_t object) {
  struct races *races = machine->races;
  if (!races)
    return;
  switch (action) {
  case THREAD_LOCK:
  case THREAD_WAIT:
  case THREAD_TIMED_WAIT:
  case THREAD_SPIN_LOCK:
  case THREAD_DOWN:
  case THREAD_READ_LOCK: races_acquire(races, thread->id, object); break;
  case THREAD_WRITE_LOCK:
    races_acquire(races, thread->id, object);
    races_acquire(races, thread->id, readers_of(object));
    break;
  case THREAD_MEET: // the round has been counted by who came last
    races_acquire(races, thread->id, round_of(machine, object, 1));
    break;
  case THREAD_ATOMIC_BEGIN:
    races_acquire(races, thread->id, KEY_SECTION);
    break;
  case THREAD_JOIN:
  case THREAD_JOIN_NUMBER:
    races_join(races, thread->id, (uint32_t)object);
    break;
  default: break;
  }
}

// Accesses

static bool is_line(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line;
}

static bool is_wanted(const struct race_wish *wish, struct position a,
                      struct position b) {
  if (!position_is_known(wish->first))
    return true;
  return (is_line(wish->first, a) && is_line(wish->second, b)) ||
         (is_line(wish->first, b) && is_line(wish->second, a));
}

static bool is_race(const struct races *races, const struct past_access *past,
                    const struct past_access *now) {
  return past->thread != now->thread && (past->is_write || now->is_write) &&
         !(past->is_atomic && now->is_atomic) &&
         past->clock > clock_of(&races->threads.at[now->thread], past->thread);
}

static const char *kind_of(const struct past_access *access) {
  return access->is_write ? "write" : "read";
}

static void stop(struct machine *machine, const struct past_access *past,
                 const struct past_access *now) {
  struct strbuf text = {0};
  position_print(machine->program->names, past->position, &text);
  machine_stop_undefined(machine, UNDEFINED_RACE,
                         "data race: a %s by thread %u, and a %s at %s by "
                         "thread %u, which nothing puts in an order",
                         kind_of(now), now->thread, kind_of(past),
                         strbuf_text(&text), past->thread);
  strbuf_release(&text);
}

static void remember(struct past_access_vec *cell,
                     const struct past_access *now) {
  for (uint32_t i = 0; i < cell->count; i++)
    if (cell->at[i].thread == now->thread &&
        cell->at[i].is_write == now->is_write &&
        cell->at[i].is_atomic == now->is_atomic) {
      cell->at[i] = *now;
      return;
    }
  past_access_vec_push(cell, *now);
}

static bool touch(struct machine *machine, uint64_t key,
                  const struct past_access *now) {
  struct races *races = machine->races;
  struct past_access_vec *cell = cell_map_insert(&races->cells, key, NULL);
  for (uint32_t i = 0; i < cell->count; i++)
    if (is_race(races, &cell->at[i], now) &&
        is_wanted(&races->wish, cell->at[i].position, now->position)) {
      stop(machine, &cell->at[i], now);
      return false;
    }
  remember(cell, now);
  return true;
}

// Compare-and-exchange

static u128 value_of(const struct machine *machine, const struct frame *frame,
                     struct variable variable) {
  const struct variable_info *info =
      program_variable(machine->program, variable);
  if (info->kind == VARIABLE_GLOBAL)
    return words_get(machine->globals,
                     machine->environment.globals[variable.id]);
  return words_get(frame->words, frame->code->variables[info->slot]);
}

// Is it one that finds something else than it wants, and so writes nothing?
static bool is_in_vain(const struct machine *machine, const struct frame *frame,
                       const struct operation *op, uint64_t address,
                       uint64_t size) {
  const struct program *program = machine->program;
  struct exchange exchange;
  if (!exchange_of(program, op, &exchange))
    return false;
  u128 wanted = term_is_const(program->terms, exchange.wanted)
                    ? term_value(program->terms, exchange.wanted)
                    : value_of(machine, frame,
                               program_variable_of(program, exchange.wanted));
  if (!variable_is_none(exchange.place))
    return value_of(machine, frame, exchange.place) != wanted;
  const uint8_t *bytes = space_read(&machine->space, address, size);
  return bytes && space_get(bytes, (unsigned)size) != wanted;
}

// Accesses of an edge

// Reads acquire, writes release.
static void synchronise(struct races *races, uint64_t key, bool reads,
                        bool writes, uint32_t thread) {
  key |= UINT64_C(1) << BIT_ATOMIC;
  if (reads)
    races_acquire(races, thread, key);
  if (writes)
    races_release(races, thread, key);
}

static bool is_global(const struct program *program, struct variable variable) {
  const struct variable_info *info = program_variable(program, variable);
  return info->kind == VARIABLE_GLOBAL && !info->is_made;
}

static bool touch_variables(struct machine *machine, const struct operation *op,
                            bool is_read_only, struct past_access now) {
  const struct program *program = machine->program;
  struct variable_vec read = {0}, written = {0};
  bool ok = true;
  program_variables_read(program, op, &read);
  operation_targets(op, &written);
  for (uint32_t pass = 0; pass < 2; pass++) {
    const struct variable_vec *list = pass ? &written : &read;
    for (uint32_t i = 0; i < list->count && ok; i++) {
      if (!is_global(program, list->at[i]))
        continue;
      uint64_t key = list->at[i].id | UINT64_C(1) << BIT_VARIABLE;
      now.is_write = pass;
      if (pass && is_read_only)
        continue;
      if (now.is_atomic)
        synchronise(machine->races, key, !pass, pass, now.thread);
      now.clock = clock_of(clock_at(machine->races, now.thread), now.thread);
      ok = touch(machine, key, &now);
    }
  }
  variable_vec_release(&read);
  variable_vec_release(&written);
  return ok;
}

static bool touch_bytes(struct machine *machine, struct past_access now,
                        bool reads, uint64_t address, uint64_t size) {
  if (now.is_atomic)
    synchronise(machine->races, address, reads, now.is_write, now.thread);
  now.clock = clock_of(clock_at(machine->races, now.thread), now.thread);
  for (uint64_t i = 0; i < size; i++)
    if (!touch(machine, address + i, &now))
      return false;
  return true;
}

// The whole block, which nobody may access any more.
static bool touch_block(struct machine *machine, struct past_access now,
                        uint64_t address) {
  const struct space_object *object = space_find(&machine->space, address);
  now.is_write = true;
  return !object || address != object->base ||
         touch_bytes(machine, now, false, address, object->size);
}

bool races_access(struct machine *machine, const struct frame *frame,
                  struct edge_id edge, enum race_role role, uint64_t address,
                  uint64_t size) {
  const struct edge *source = procedure_edge(frame->code->procedure, edge);
  const struct operation *op = &source->op;
  struct past_access now = {.thread = machine->current->id,
                            .position = source->position};
  clock_at(machine->races, now.thread);
  if (role == RACE_FREE)
    return touch_block(machine, now, address);
  bool fails = is_in_vain(machine, frame, op, address, size);
  if (role == RACE_VARIABLE) {
    now.is_atomic = op->kind == OPERATION_ASSIGN && op->assign.is_atomic;
    return touch_variables(machine, op, fails, now);
  }
  bool is_block = op->kind == OPERATION_COPY || op->kind == OPERATION_FILL;
  now.is_atomic = !is_block && op->memory.is_atomic;
  now.is_write = role == RACE_ADDRESS && op->kind != OPERATION_LOAD && !fails;
  bool reads = op->kind == OPERATION_LOAD || op->kind == OPERATION_UPDATE;
  return touch_bytes(machine, now, reads, address, size);
}
