// What one thread does before another one: publish before consume, by a flag
// that a mutex protects, or a condition, or an atomic flag.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static _Atomic int flag;

void publish(int value) { (void)value; }
void consume(void) {}

static void tell(void) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
}

static void *producer(void *unused) {
#ifdef BUG
  tell();
  publish(1);
#else
  publish(1);
  tell();
#endif
#ifdef FLAG
  publish(2);
  flag = 1;
#endif
  return unused;
}

static void *consumer(void *unused) {
#ifdef FLAG
  if (flag)
    consume();
#elif defined IMPATIENT
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&changed, &mutex); // may go on without a signal
  pthread_mutex_unlock(&mutex);
  consume();
#else
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  consume();
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

/* test: check --spec $dir/handshake.spec
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/handshake.spec -DFLAG
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/handshake.spec -DBUG
 * exit: 10
 * stdout-contains: performs consume; specification in state EMPTY: forbidden
 * stdout-contains: allowed there: publish
 * stdout-contains: RESULT: false(order)
 */
/* test: check --spec $dir/handshake.spec -DIMPATIENT
 * exit: 10
 * stdout-contains: RESULT: false(order)
 */
