// Actions of routines that work on threads: their abstractions say which, and
// the routines do what they do.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, x;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  x++;
  pthread_mutex_unlock(&mutex);
#ifdef EXTRA
  pthread_mutex_unlock(&mutex);
#endif
#ifdef EXITS
  pthread_exit(0);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  while (pthread_mutex_trylock(&mutex))
    ;
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
#ifndef DETACHED
  pthread_join(b, 0);
#endif
  assert(x == 2);
  return 0;
}

/* test: check --spec $dir/routines.spec
 * exit: 0
 * stdout-contains: check turns: main refines ONE: true
 * stdout-contains: check joins: main refines NONE: true
 * stdout-contains: check same: main assertions: true
 * stdout-contains: check never: main unreachable call pthread_exit: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/routines.spec -DEXTRA
 * exit: 10
 * stdout-contains: check turns: main refines ONE: false
 */
/* test: check --spec $dir/routines.spec -DDETACHED
 * exit: 10
 * stdout-contains: check joins: main refines NONE: false
 * stdout-contains: check same: main assertions: false
 */
/* test: check --spec $dir/routines.spec -DEXITS
 * exit: 10
 * stdout-contains: check turns: main refines ONE: true
 * stdout-contains: check never: main unreachable call pthread_exit: false
 */
