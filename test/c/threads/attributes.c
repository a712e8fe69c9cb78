// Attributes, states and the like that change nothing here.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static pthread_mutex_t mutex;
static pthread_cond_t ready;
static pthread_rwlock_t both;
static pthread_barrier_t barrier;
static int x;

static void *work(void *unused) {
  int old;
  pthread_setname_np(pthread_self(), "worker");
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0);
  pthread_testcancel();
  pthread_mutex_lock(&mutex);
  x++;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  sched_yield();
  usleep(10);
  return unused;
}

static void prepare(void) {
  pthread_mutexattr_t of_mutex;
  pthread_condattr_t of_condition;
  pthread_rwlockattr_t of_both;
  pthread_barrierattr_t of_barrier;
  int kind;
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_settype(&of_mutex, PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_gettype(&of_mutex, &kind);
  assert(kind == PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_PRIVATE);
  pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_NONE);
  pthread_mutex_init(&mutex, &of_mutex);
  pthread_condattr_init(&of_condition);
  pthread_condattr_setclock(&of_condition, 1);
  pthread_cond_init(&ready, &of_condition);
  pthread_rwlockattr_init(&of_both);
  pthread_rwlock_init(&both, &of_both);
  pthread_rwlockattr_destroy(&of_both);
  pthread_barrierattr_init(&of_barrier);
  pthread_barrier_init(&barrier, &of_barrier, 1);
  pthread_barrierattr_destroy(&of_barrier);
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM);
  pthread_attr_setguardsize(&attributes, 4096);
  prepare();
  pthread_create(&thread, &attributes, work, 0);
  pthread_mutex_lock(&mutex);
  while (!x)
    pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&both);
  pthread_rwlock_unlock(&both);
  pthread_barrier_wait(&barrier);
#ifdef BUG
  assert(x == 2);
#else
  assert(x == 1);
#endif
  pthread_join(thread, 0);
  pthread_attr_destroy(&attributes);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: run
 * exit: 0
 */
