// A signal on a condition puts nothing in an order, also in tasks: a wait may
// end without one.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int x;

static void *wait(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  x = 2;
  pthread_cond_signal(&condition);
  pthread_join(thread, NULL);
  return 0;
}

/* test: check --races
 * exit: 10
 */
/* test: check -DSELF=$file $dir/race_signal.yml
 * exit: 10
 */
