// Locks, semaphores, barriers: what their routines do.
#include "threads/lowering.h"

#include <string.h>

#include "program/access.h"
#include "term/variables.h"

enum {
  WORD_COUNT = 4,
  WORD_OWNER = 8,
  RESULT_BUSY = 16,      // EBUSY
  RESULT_DEADLOCK = 35,  // EDEADLK
  RESULT_PERMISSION = 1, // EPERM
  RESULT_LATE = 110,     // ETIMEDOUT
  RESULT_BUSY_C11 = 1,   // thrd_busy
  RESULT_LATE_C11 = 4    // thrd_timedout
};
enum { KIND_RECURSIVE = 1, KIND_CHECKING = 2 };

struct primitive {
  const char *name;
  void (*lower)(struct lowering *l);
  bool blocks;
  bool tries;
};

static const struct primitive *find(const char *name);

static struct term plus(const struct lowering *l, struct term t,
                        uint64_t value) {
  return term_add(l->terms, t, lowering_number(l, value));
}

static struct term minus(const struct lowering *l, struct term t,
                         uint64_t value) {
  return term_sub(l->terms, t, lowering_number(l, value));
}

static struct term negated(const struct lowering *l, struct term t) {
  return term_not(l->terms, t);
}

// Where tries may fail for nothing this one may, with the result.
static void may_fail(struct lowering *l, uint64_t result) {
  if (!l->rules->tries_fail)
    return;
  struct term fails = lowering_temporary(l, 8);
  struct variable it = program_variable_of(l->program, fails);
  lowering_emit(l, operation_havoc(l->program, &it, 1, ORIGIN_APPROXIMATION,
                                   intern(l->program->names, "a try")));
  uint32_t failed = lowering_branch(l, lowering_is(l, fails, 0));
  uint32_t tries = l->at;
  l->at = failed;
  lowering_finish(l, result);
  l->at = tries;
}

// Mutexes

static uint64_t kind_offset(const struct lowering *l) {
  return l->program->pointer_width == 64 ? 16 : 12;
}

// Kinds of mutexes

static bool mentions(const struct lowering *l, const struct operation *op,
                     struct object_id object) {
  struct variable_vec read = {0};
  struct variable address = program_object(l->program, object)->address;
  bool found = false;
  program_variables_read(l->program, op, &read);
  for (uint32_t i = 0; i < read.count && !found; i++)
    found = variable_equal(read.at[i], address);
  variable_vec_release(&read);
  return found;
}

static const char *routine_of(const struct lowering *l,
                              const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return NULL;
  return name_text(l->program->names,
                   program_procedure(l->program, op->call.callee)->name);
}

// Does the edge do anything else to it than routines for mutexes do?
static bool is_otherwise_used(const struct lowering *l,
                              const struct crew_edge *edge,
                              struct object_id object) {
  const char *name = routine_of(l, &edge->op);
  return !(name && find(name)) && !edge->is_settled &&
         edge->op.kind != OPERATION_THREAD && edge->op.kind != OPERATION_LIVE &&
         mentions(l, &edge->op, object);
}

static bool is_zero(const struct object_info *info, uint64_t offset,
                    uint64_t size) {
  for (uint64_t i = 0; info->bytes && i < size; i++)
    if (offset + i >= info->size || info->bytes[offset + i])
      return false;
  return true;
}

// Does the program begin with its address anywhere? Who has it can copy another
// mutex over it.
static bool is_handed_initially(const struct lowering *l,
                                struct object_id object) {
  const struct program *program = l->program;
  struct term_vec values = {0};
  for (uint32_t i = 1; i < program->objects.count; i++)
    for (uint32_t k = 0; k < program->objects.at[i].relocation_count; k++)
      term_vec_push(&values, program->objects.at[i].relocations[k].value);
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!term_is_none(program->variables.at[i].initial))
      term_vec_push(&values, program->variables.at[i].initial);
  struct term_vec parts = {0};
  term_variables(l->terms, values.at, values.count, &parts);
  struct term address =
      program_term(program, program_object(program, object)->address);
  bool found = false;
  for (uint32_t i = 0; i < parts.count && !found; i++)
    found = term_equal(parts.at[i], address);
  term_vec_release(&parts);
  term_vec_release(&values);
  return found;
}

// Is it neither recursive nor checking, whatever happens?
static bool is_plain(const struct lowering *l, struct term mutex) {
  struct object_id object;
  uint64_t offset;
  if (l->has_kinds || !access_split(l->program, mutex, &object, &offset))
    return false;
  const struct object_info *info = program_object(l->program, object);
  if (info->kind != OBJECT_GLOBAL || info->is_external || info->is_adopted ||
      !is_zero(info, offset + WORD_COUNT, 4) ||
      !is_zero(info, offset + kind_offset(l), 4) ||
      is_handed_initially(l, object))
    return false;
  for (uint32_t i = 1; i < l->crew->edges.count; i++)
    if (l->crew->edges.at[i].from &&
        is_otherwise_used(l, &l->crew->edges.at[i], object))
      return false;
  return true;
}

// From where its owner takes it again. Who only tries to gives `busy`; who
// waits has none.
static void lock_again(struct lowering *l, struct term mutex, uint64_t busy) {
  struct term kind = lowering_load(l, mutex, kind_offset(l));
  uint32_t plain = lowering_branch(l, lowering_is(l, kind, KIND_RECURSIVE));
  struct term count = lowering_load(l, mutex, WORD_COUNT);
  lowering_store(l, mutex, WORD_COUNT, plus(l, count, 1));
  lowering_finish(l, 0);
  l->at = plain;
  if (busy) {
    lowering_finish(l, busy);
    return;
  }
  lowering_branch(l, lowering_is(l, kind, KIND_CHECKING));
  lowering_finish(l, RESULT_DEADLOCK);
}

static void take(struct lowering *l, struct term mutex, uint64_t busy) {
  struct term owner = lowering_load(l, mutex, WORD_OWNER);
  uint32_t taken = lowering_branch(l, lowering_is(l, owner, 0));
  lowering_store(l, mutex, WORD_OWNER, lowering_self(l));
  lowering_finish(l, 0);
  l->at = taken;
  if (is_plain(l, mutex)) {
    if (busy)
      lowering_finish(l, busy);
    return;
  }
  uint32_t by_others =
      lowering_branch(l, term_eq(l->terms, owner, lowering_self(l)));
  lock_again(l, mutex, busy);
  l->at = by_others;
  if (busy)
    lowering_finish(l, busy);
}

static void settle_taking(struct lowering *l) {
  l->step = l->rules->moves_locks && !l->may_try ? CREW_RIGHT : CREW_SHARED;
}

// Through variables that hold one address only, as parameters of functions that
// are inlined do.
static bool find_mutex(const struct lowering *l, struct term address,
                       struct crew_mutex *it) {
  enum { MOST_VARIABLES = 8 };
  for (uint32_t i = 0; i < MOST_VARIABLES; i++) {
    if (access_split(l->program, address, &it->object, &it->offset))
      return true;
    address = substitution_apply(l->sole, address);
  }
  return false;
}

// The mutex as a bit; 0 if its address is not constant, or there are too many.
static uint32_t bit_of(struct lowering *l, struct term mutex) {
  struct crew_mutex_vec *known = &l->crew->mutexes;
  struct crew_mutex it;
  if (!find_mutex(l, mutex, &it))
    return 0;
  for (uint32_t i = 0; i < known->count; i++)
    if (known->at[i].object.id == it.object.id &&
        known->at[i].offset == it.offset)
      return 1u << i;
  return known->count < CREW_MUTEXES ? 1u << crew_mutex_vec_push(known, it) : 0;
}

// Whoever gets through has it, also if it had it before.
void mutex_lock(struct lowering *l, struct term mutex) {
  settle_taking(l);
  l->acquires = bit_of(l, mutex);
  take(l, mutex, 0);
  l->acquires = 0;
}

static void lock(struct lowering *l) {
  mutex_lock(l, lowering_argument(l, 0));
}

// Who waits for a limited time gets the lock, or finds it taken and gives up:
// as if it tried when the time is over.
static void try_as(struct lowering *l, uint64_t busy) {
  may_fail(l, busy);
  take(l, lowering_argument(l, 0), busy);
}

static void try_lock(struct lowering *l) {
  try_as(l, RESULT_BUSY);
}
static void timed_lock(struct lowering *l) {
  try_as(l, RESULT_LATE);
}
static void try_lock_c11(struct lowering *l) {
  try_as(l, RESULT_BUSY_C11);
}
static void timed_lock_c11(struct lowering *l) {
  try_as(l, RESULT_LATE_C11);
}

// Of one that somebody holds it is undefined.
static void mutex_destroy(struct lowering *l) {
  struct term owner = lowering_load(l, lowering_argument(l, 0), WORD_OWNER);
  uint32_t held = lowering_branch(l, lowering_is(l, owner, 0));
  lowering_finish(l, 0);
  l->at = held;
  lowering_misuse(l);
}

void mutex_unlock(struct lowering *l, struct term mutex, uint32_t to) {
  l->releases = bit_of(l, mutex);
  struct term owner = lowering_load(l, mutex, WORD_OWNER);
  uint32_t foreign =
      lowering_branch(l, term_eq(l->terms, owner, lowering_self(l)));
  if (is_plain(l, mutex)) {
    lowering_store(l, mutex, WORD_OWNER, lowering_number(l, 0));
    l->crew->edges.at[l->crew->edges.count - 1].to = to;
    l->at = foreign;
    lowering_misuse(l);
    l->releases = 0;
    return;
  }
  struct term count = lowering_load(l, mutex, WORD_COUNT);
  uint32_t again = lowering_branch(l, lowering_is(l, count, 0));
  lowering_store(l, mutex, WORD_OWNER, lowering_number(l, 0));
  lowering_emit_to(l, operation_skip(), to);
  l->at = again;
  lowering_store(l, mutex, WORD_COUNT, minus(l, count, 1));
  lowering_emit_to(l, operation_skip(), to);
  l->at = foreign;
  struct term kind = lowering_load(l, mutex, kind_offset(l));
  uint32_t wrong = lowering_branch(l, lowering_is(l, kind, KIND_CHECKING));
  lowering_finish(l, RESULT_PERMISSION);
  l->at = wrong;
  lowering_misuse(l);
  l->releases = 0;
}

static void unlock(struct lowering *l) {
  uint32_t done = crew_add_location(l->crew);
  bitset_add(&l->crew->inner, done);
  mutex_unlock(l, lowering_argument(l, 0), done);
  l->at = done;
  lowering_finish(l, 0);
}

static void mutex_init(struct lowering *l) {
  struct term mutex = lowering_argument(l, 0);
  struct term attributes = lowering_argument(l, 1);
  struct term null = term_const(l->terms, l->program->pointer_width, 0);
  struct term is_null = term_eq(l->terms, attributes, null);
  lowering_store(l, mutex, WORD_OWNER, lowering_number(l, 0));
  lowering_store(l, mutex, WORD_COUNT, lowering_number(l, 0));
  uint32_t given = lowering_branch(l, is_null);
  lowering_store(l, mutex, kind_offset(l), lowering_number(l, 0));
  lowering_finish(l, 0);
  l->at = given;
  if (term_is_true(l->terms, is_null))
    return;
  lowering_store(l, mutex, kind_offset(l), lowering_load(l, attributes, 0));
  lowering_finish(l, 0);
}

static void mutex_init_c11(struct lowering *l) {
  enum { RECURSIVE = 1 }; // mtx_recursive
  struct term mutex = lowering_argument(l, 0);
  struct term type = term_resize(l->terms, 32, false, lowering_argument(l, 1));
  struct term kind =
      term_binary(l->terms, OP_BVAND, type, lowering_number(l, RECURSIVE));
  if (!term_is_const(l->terms, kind) || term_value(l->terms, kind))
    l->crew->crowd_trouble = "mutexes that know who locks them again";
  lowering_store(l, mutex, WORD_OWNER, lowering_number(l, 0));
  lowering_store(l, mutex, WORD_COUNT, lowering_number(l, 0));
  lowering_store(l, mutex, kind_offset(l), kind);
  lowering_finish(l, 0);
}

static void attributes_init(struct lowering *l) {
  lowering_store(l, lowering_argument(l, 0), 0, lowering_number(l, 0));
  lowering_finish(l, 0);
}

static void attributes_set(struct lowering *l) {
  l->crew->crowd_trouble = "mutexes that know who locks them again";
  lowering_store(l, lowering_argument(l, 0), 0,
                 term_resize(l->terms, 32, false, lowering_argument(l, 1)));
  lowering_finish(l, 0);
}

static void attributes_get(struct lowering *l) {
  lowering_store_plain(l, lowering_argument(l, 1),
                       lowering_load(l, lowering_argument(l, 0), 0));
  lowering_finish(l, 0);
}

// Read-write locks

static void take_shared(struct lowering *l, uint64_t busy) {
  struct term at = lowering_argument(l, 0);
  struct term writer = lowering_load(l, at, 4);
  uint32_t taken = lowering_branch(l, lowering_is(l, writer, 0));
  struct term readers = lowering_load(l, at, 0);
  lowering_store(l, at, 0, plus(l, readers, 1));
  lowering_finish(l, 0);
  l->at = taken;
  if (busy)
    lowering_finish(l, busy);
}

static void take_alone(struct lowering *l, uint64_t busy) {
  struct term at = lowering_argument(l, 0);
  struct term writer = lowering_load(l, at, 4);
  struct term readers = lowering_load(l, at, 0);
  struct term is_free =
      term_and(l->terms, lowering_is(l, writer, 0), lowering_is(l, readers, 0));
  uint32_t taken = lowering_branch(l, is_free);
  lowering_store(l, at, 4, lowering_self(l));
  lowering_finish(l, 0);
  l->at = taken;
  if (busy)
    lowering_finish(l, busy);
}

static void read_lock(struct lowering *l) {
  settle_taking(l);
  take_shared(l, 0);
}
static void read_try(struct lowering *l) {
  may_fail(l, RESULT_BUSY);
  take_shared(l, RESULT_BUSY);
}
static void read_timed(struct lowering *l) {
  may_fail(l, RESULT_LATE);
  take_shared(l, RESULT_LATE);
}
static void write_lock(struct lowering *l) {
  settle_taking(l);
  take_alone(l, 0);
}
static void write_try(struct lowering *l) {
  may_fail(l, RESULT_BUSY);
  take_alone(l, RESULT_BUSY);
}
static void write_timed(struct lowering *l) {
  may_fail(l, RESULT_LATE);
  take_alone(l, RESULT_LATE);
}

static void read_write_unlock(struct lowering *l) {
  struct term at = lowering_argument(l, 0);
  struct term writer = lowering_load(l, at, 4);
  uint32_t shared =
      lowering_branch(l, term_eq(l->terms, writer, lowering_self(l)));
  lowering_store(l, at, 4, lowering_number(l, 0));
  lowering_finish(l, 0);
  l->at = shared;
  struct term readers = lowering_load(l, at, 0);
  uint32_t held = lowering_branch(l, lowering_is(l, readers, 0));
  lowering_misuse(l);
  l->at = held;
  lowering_store(l, at, 0, minus(l, readers, 1));
  lowering_finish(l, 0);
}

static void clear_two(struct lowering *l) {
  lowering_store(l, lowering_argument(l, 0), 0, lowering_number(l, 0));
  lowering_store(l, lowering_argument(l, 0), 4, lowering_number(l, 0));
  lowering_finish(l, 0);
}

// Spin locks

static void spin_take(struct lowering *l, uint64_t busy) {
  struct term at = lowering_argument(l, 0);
  struct term owner = lowering_load(l, at, 0);
  uint32_t taken = lowering_branch(l, lowering_is(l, owner, 0));
  lowering_store(l, at, 0, lowering_self(l));
  lowering_finish(l, 0);
  l->at = taken;
  if (busy)
    lowering_finish(l, busy);
}

static void spin_lock(struct lowering *l) {
  settle_taking(l);
  spin_take(l, 0);
}
static void spin_try(struct lowering *l) {
  may_fail(l, RESULT_BUSY);
  spin_take(l, RESULT_BUSY);
}

static void spin_unlock(struct lowering *l) {
  struct term at = lowering_argument(l, 0);
  struct term owner = lowering_load(l, at, 0);
  uint32_t foreign =
      lowering_branch(l, term_eq(l->terms, owner, lowering_self(l)));
  lowering_store(l, at, 0, lowering_number(l, 0));
  lowering_finish(l, 0);
  l->at = foreign;
  lowering_misuse(l);
}

static void clear_one(struct lowering *l) {
  lowering_store(l, lowering_argument(l, 0), 0, lowering_number(l, 0));
  lowering_finish(l, 0);
}

// Semaphores. Failures are -1 (and errno, which is not modelled here).

static void semaphore_init(struct lowering *l) {
  lowering_store(l, lowering_argument(l, 0), 0,
                 term_resize(l->terms, 32, false, lowering_argument(l, 2)));
  lowering_finish(l, 0);
}

static void semaphore_down(struct lowering *l, bool tries) {
  struct term at = lowering_argument(l, 0);
  struct term value = lowering_load(l, at, 0);
  uint32_t empty = lowering_branch(l, negated(l, lowering_is(l, value, 0)));
  lowering_store(l, at, 0, minus(l, value, 1));
  lowering_finish(l, 0);
  l->at = empty;
  if (tries)
    lowering_finish(l, UINT32_MAX);
}

static void semaphore_wait(struct lowering *l) {
  settle_taking(l);
  semaphore_down(l, false);
}
static void semaphore_try(struct lowering *l) {
  may_fail(l, UINT32_MAX);
  semaphore_down(l, true);
}

static void semaphore_post(struct lowering *l) {
  struct term at = lowering_argument(l, 0);
  struct term value = lowering_load(l, at, 0);
  lowering_store(l, at, 0, plus(l, value, 1));
  lowering_finish(l, 0);
}

static void semaphore_value(struct lowering *l) {
  struct term value = lowering_load(l, lowering_argument(l, 0), 0);
  struct variable any = program_variable_of(l->program, value);
  if (l->rules->tries_fail)
    lowering_emit(l, operation_havoc(l->program, &any, 1, ORIGIN_APPROXIMATION,
                                     intern(l->program->names, "a try")));
  lowering_store_plain(l, lowering_argument(l, 1), value);
  lowering_finish(l, 0);
}

// Barriers

static void barrier_init(struct lowering *l) {
  struct term at = lowering_argument(l, 0);
  struct term count = term_resize(l->terms, 32, false, lowering_argument(l, 2));
  lowering_store(l, at, 0, count);
  lowering_store(l, at, 4, lowering_number(l, 0));
  lowering_store(l, at, 8, lowering_number(l, 0));
  lowering_finish(l, 0);
}

static void barrier_wait(struct lowering *l) {
  struct term at = lowering_argument(l, 0);
  struct term wanted = lowering_load(l, at, 0);
  struct term arrived = lowering_load(l, at, 4);
  struct term round = lowering_load(l, at, 8);
  struct term is_last = term_eq(l->terms, plus(l, arrived, 1), wanted);
  uint32_t early = lowering_branch(l, is_last);
  lowering_store(l, at, 4, lowering_number(l, 0));
  lowering_store(l, at, 8, plus(l, round, 1));
  lowering_finish(l, UINT32_MAX); // PTHREAD_BARRIER_SERIAL_THREAD
  l->at = early;
  uint32_t waits = crew_add_location(l->crew);
  struct operation op = {.kind = OPERATION_STORE};
  op.memory.address = term_add(
      l->terms, at, term_const(l->terms, l->program->pointer_width, 4));
  op.memory.value = plus(l, arrived, 1);
  op.memory.is_atomic = true;
  lowering_emit_to(l, op, waits)->is_event = true; // others have their turn
  struct term now = lowering_load(l, at, 8);
  lowering_branch(l, negated(l, term_eq(l->terms, now, round)));
  lowering_finish(l, 0);
}

// Threads themselves

static void self(struct lowering *l) {
  l->crew->crowd_trouble = "pthread_self";
  l->crew->asks_self = true;
  l->step = CREW_LOCAL;
  lowering_finish_with(l, lowering_self(l));
}

static void equal(struct lowering *l) {
  struct term is_equal =
      term_eq(l->terms, lowering_argument(l, 0), lowering_argument(l, 1));
  l->step = CREW_LOCAL;
  lowering_finish_with(l, term_ite(l->terms, is_equal, lowering_number(l, 1),
                                   lowering_number(l, 0)));
}

static void nothing(struct lowering *l) {
  l->step = CREW_LOCAL;
  lowering_finish(l, 0);
}

static const struct primitive primitives[] = {
#define PRIMITIVE(name, lower, blocks, tries) {name, lower, blocks, tries},
#include "threads/primitives.def"
#undef PRIMITIVE
};

static const struct primitive *find(const char *name) {
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
    if (!strcmp(primitives[i].name, name))
      return &primitives[i];
  return NULL;
}

bool primitive_lower(struct lowering *l, const char *name) {
  const struct primitive *primitive = find(name);
  if (primitive)
    primitive->lower(l);
  return primitive != NULL;
}

bool primitive_is_known(const char *name) {
  return find(name) != NULL;
}

bool primitive_blocks(const char *name) {
  const struct primitive *primitive = find(name);
  return primitive && primitive->blocks;
}

bool primitive_tries(const char *name) {
  const struct primitive *primitive = find(name);
  return primitive && primitive->tries;
}

bool primitive_frees(const char *name) {
  const struct primitive *primitive = find(name);
  return primitive &&
         (primitive->lower == mutex_init ||
          primitive->lower == mutex_init_c11 || primitive->lower == clear_one ||
          primitive->lower == clear_two || primitive->lower == semaphore_init);
}

bool primitive_sets_kind(const char *name) {
  const struct primitive *primitive = find(name);
  return primitive && (primitive->lower == attributes_set ||
                       primitive->lower == mutex_init_c11);
}
