// Classes of places of more than two threads; templates share classes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  inside = 1;
#ifdef BUG
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
  assert(inside == 1);
  inside = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, worker, 0);
  return 0;
}

/* test: check --control=balanced -DN=2
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=balanced -DN=4
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=balanced -DN=8
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=balanced -DN=3 -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
