// Waits that end after a time: the lock, or a signal, may not have come.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static int x, flag;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  x = 1;
  x = 2;
  flag = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec soon = {0};
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  int taken = pthread_mutex_timedlock(&mutex, &soon);
#ifdef ALWAYS
  assert(!taken);
#endif
  if (!taken) {
    assert(x != 1);
    int got = pthread_cond_timedwait(&condition, &mutex, &soon);
    assert(got == 0 || got == ETIMEDOUT);
    assert(x != 1);
#ifdef SIGNALLED
    assert(flag);
#endif
    pthread_mutex_unlock(&mutex);
  }
  if (!sem_timedwait(&semaphore, &soon))
    assert(x == 2);
  pthread_join(thread, NULL);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DALWAYS
 * exit: 10
 */
/* test: check -DSIGNALLED
 * exit: 10
 */
/* test: check --deadlock
 * exit: 0
 */
/* test: run --seed 1
 * exit: 0
 */
