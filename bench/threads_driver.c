// Runs a program with threads under one random schedule, for
// bench/threads_validate. The program is compiled with -fsanitize=thread, and
// these are the routines that its instrumentation calls: at every access to
// memory, and at every call of pthread, another thread may go on. One thread
// runs at a time, whoever has the baton; waiting is giving it away until it is
// worth going on. Ends with 1 if an assertion fails, with 0 if the program
// ends or takes more than STEPS steps.
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 64, STEPS = 20000, MAIN = 0 };

static _Atomic int baton; // the thread that runs
static _Thread_local int self;
static int count = 1;
static int is_done[THREADS];
static void *results[THREADS];
static uint64_t state;
static unsigned rarely; // how seldom another thread goes on
static int steps;

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

static void finish(int code) {
  _exit(code);
}

static void wait_for_baton(void) {
  for (int now = baton; now != self; now = baton)
    syscall(SYS_futex, &baton, FUTEX_WAIT, now, 0, 0, 0);
}

static void pass(void) {
  int next = (int)draw((unsigned)count);
  while (is_done[next])
    next = (next + 1) % count;
  baton = next;
  syscall(SYS_futex, &baton, FUTEX_WAKE, THREADS, 0, 0, 0);
}

// Let somebody go on, perhaps another.
static void give(void) {
  if (++steps > STEPS)
    finish(0);
  pass();
  wait_for_baton();
}

static void step(void) {
  if (draw(rarely) == 0)
    give();
}

__attribute__((constructor)) static void start(void) {
  const char *seed = getenv("SEED");
  state = (seed ? strtoull(seed, 0, 10) : 0) * 0x9e3779b97f4a7c15u + 1;
  draw(2);
  rarely = 1 + draw(8);
}

void __assert_fail(const char *text, const char *file, unsigned line,
                   const char *function) {
  (void)text, (void)file, (void)line, (void)function;
  finish(1);
  abort();
}

// ---- Nondeterministic values ------------------------------------------------

int __VERIFIER_nondet_int(void) {
  return count < 5 && draw(4) ? 1 : 0;
}

// ---- Instrumentation --------------------------------------------------------

static void access_memory(void) {
  step();
}

void __tsan_func_entry(void *caller) {
  (void)caller;
}

void __tsan_func_exit(void) {
}

void __tsan_init(void) {
}

#define ACCESS(size)                                                           \
  void __tsan_read##size(void *at) {                                           \
    (void)at, access_memory();                                                 \
  }                                                                            \
  void __tsan_write##size(void *at) {                                          \
    (void)at, access_memory();                                                 \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *at, long size) {
  (void)at, (void)size, access_memory();
}

void __tsan_write_range(void *at, long size) {
  (void)at, (void)size, access_memory();
}

#define ATOMIC(bits, type)                                                     \
  type __tsan_atomic##bits##_load(const volatile type *at, int order) {        \
    (void)order, access_memory();                                              \
    return *at;                                                                \
  }                                                                            \
  void __tsan_atomic##bits##_store(volatile type *at, type value, int order) { \
    (void)order, access_memory();                                              \
    *at = value;                                                               \
  }                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type *at, type value, int o) {  \
    (void)o, access_memory();                                                  \
    type old = *at;                                                            \
    *at = value;                                                               \
    return old;                                                                \
  }                                                                            \
  type __tsan_atomic##bits##_fetch_add(volatile type *at, type value, int o) { \
    (void)o, access_memory();                                                  \
    type old = *at;                                                            \
    *at = (type)(old + value);                                                 \
    return old;                                                                \
  }                                                                            \
  type __tsan_atomic##bits##_fetch_sub(volatile type *at, type value, int o) { \
    (void)o, access_memory();                                                  \
    type old = *at;                                                            \
    *at = (type)(old - value);                                                 \
    return old;                                                                \
  }                                                                            \
  int __tsan_atomic##bits##_compare_exchange_strong(                           \
      volatile type *at, type *expected, type value, int o, int failure) {     \
    (void)o, (void)failure, access_memory();                                   \
    type old = *at;                                                            \
    if (old == *expected) {                                                    \
      *at = value;                                                             \
      return 1;                                                                \
    }                                                                          \
    *expected = old;                                                           \
    return 0;                                                                  \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

// ---- Threads ----------------------------------------------------------------

struct begin {
  void *(*routine)(void *);
  void *argument;
  int self;
};

static void end(void *result) {
  results[self] = result;
  is_done[self] = 1;
  pass();
}

static void *begin(void *argument) {
  struct begin mine = *(struct begin *)argument;
  free(argument);
  self = mine.self;
  wait_for_baton();
  end(mine.routine(mine.argument));
  return 0;
}

int pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                   void *(*routine)(void *), void *argument) {
  static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                       void *);
  if (!create)
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
  struct begin *mine = malloc(sizeof *mine);
  pthread_t real;
  (void)attributes;
  if (count == THREADS || !mine)
    finish(0);
  *mine = (struct begin){routine, argument, count};
  *id = (pthread_t)count++;
  create(&real, 0, begin, mine);
  step();
  return 0;
}

int pthread_join(pthread_t id, void **result) {
  while (!is_done[id])
    give();
  if (result)
    *result = results[id];
  return 0;
}

int pthread_detach(pthread_t id) {
  (void)id;
  return 0;
}

// ---- Locks: the first words of each object are ours -------------------------

struct words {
  int owner, depth, is_recursive; // the owner is 1 + its number
  int readers;
};

int pthread_mutexattr_init(pthread_mutexattr_t *kind) {
  *(int *)kind = 0;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *kind, int type) {
  *(int *)kind = type == PTHREAD_MUTEX_RECURSIVE;
  return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex,
                       const pthread_mutexattr_t *kind) {
  *(struct words *)mutex =
      (struct words){.is_recursive = kind && *(const int *)kind};
  return 0;
}

static int may_lock(const struct words *lock) {
  return !lock->owner || (lock->is_recursive && lock->owner == self + 1);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct words *lock = (struct words *)mutex;
  step();
  if (!may_lock(lock))
    return EBUSY;
  lock->owner = self + 1;
  lock->depth++;
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  while (pthread_mutex_trylock(mutex))
    give();
  return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct words *lock = (struct words *)mutex;
  step();
  if (--lock->depth <= 0) {
    lock->depth = 0;
    lock->owner = 0;
  }
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock) {
  struct words *lock = (struct words *)rwlock;
  step();
  while (lock->owner)
    give();
  lock->readers++;
  return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock) {
  struct words *lock = (struct words *)rwlock;
  step();
  while (lock->owner || lock->readers)
    give();
  lock->owner = self + 1;
  return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *rwlock) {
  struct words *lock = (struct words *)rwlock;
  step();
  if (lock->owner)
    lock->owner = 0;
  else
    lock->readers--;
  return 0;
}

// ---- Conditions, barriers, semaphores, once ---------------------------------

struct waiters {
  int waiting, woken;
};

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  struct waiters *waiters = (struct waiters *)condition;
  waiters->waiting++;
  pthread_mutex_unlock(mutex);
  while (!waiters->woken)
    give();
  waiters->woken--;
  waiters->waiting--;
  return pthread_mutex_lock(mutex);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  struct waiters *waiters = (struct waiters *)condition;
  step();
  if (waiters->woken < waiters->waiting)
    waiters->woken++;
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  struct waiters *waiters = (struct waiters *)condition;
  step();
  waiters->woken = waiters->waiting;
  return 0;
}

struct meeting {
  int size, here, generation;
};

int pthread_barrier_init(pthread_barrier_t *barrier,
                         const pthread_barrierattr_t *kind, unsigned size) {
  (void)kind;
  *(struct meeting *)barrier = (struct meeting){.size = (int)size};
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct meeting *meeting = (struct meeting *)barrier;
  step();
  int mine = meeting->generation;
  if (++meeting->here == meeting->size) {
    meeting->here = 0;
    meeting->generation++;
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  while (meeting->generation == mine)
    give();
  return 0;
}

int sem_init(sem_t *semaphore, int is_shared, unsigned value) {
  (void)is_shared;
  *(int *)semaphore = (int)value;
  return 0;
}

int sem_wait(sem_t *semaphore) {
  step();
  while (*(int *)semaphore == 0)
    give();
  --*(int *)semaphore;
  return 0;
}

int sem_post(sem_t *semaphore) {
  step();
  ++*(int *)semaphore;
  return 0;
}

int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  step();
  if (*once == 0) {
    *once = 1;
    routine();
    *once = 2;
  }
  while (*once != 2)
    give();
  return 0;
}
