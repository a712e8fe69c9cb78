// Initialised once, and before it is used, whoever comes first.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_ready;

void set_up(void) {}
void use(void) {}

static void prepare(void) {
  set_up();
}

static void *worker(void *unused) {
#ifdef CHECKED
  pthread_mutex_lock(&mutex);
  if (!is_ready) {
    set_up();
    is_ready = 1;
  }
  pthread_mutex_unlock(&mutex);
#elif defined TWICE
  if (!is_ready) { // nobody is kept out
    set_up();
    is_ready = 1;
  }
#elif defined EARLY
  pthread_mutex_lock(&mutex);
  int is_first = !is_ready;
  is_ready = 1;
  pthread_mutex_unlock(&mutex);
  if (is_first)
    set_up(); // others may be past it
#else
  pthread_once(&once, prepare);
#endif
  use();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

/* test: check --spec $dir/once.spec
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/once.spec -DCHECKED
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/once.spec -DTWICE
 * exit: 10
 * stdout-contains: performs set_up; specification in state READY: forbidden
 */
/* test: check --spec $dir/once.spec -DEARLY
 * exit: 10
 * stdout-contains: performs use; specification in state NEW: forbidden
 */
