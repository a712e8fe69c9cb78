// What the condition of an event reads, and the event, are one step; and what a
// specification is not asked together with.
#include <pthread.h>

static int phase;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void work(void) {}

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
#ifndef BUG
  if (phase == 0)
#endif
    work();
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  phase = 1;
  pthread_mutex_unlock(&mutex);
halt:
  pthread_join(a, 0);
  return 0;
}

/* test: check --spec $dir/guarded.spec
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/guarded.spec -DBUG
 * exit: 10
 * stdout-contains: performs late; specification in state BUSY: forbidden
 */
/* test: check --races --spec $dir/guarded.spec
 * exit: 1
 * stderr-contains: `--races` has no effect here
 */
/* test: check --deadlock --spec $dir/guarded.spec
 * exit: 1
 * stderr-contains: `--deadlock` has no effect here
 */
/* test: check --control=fewest --spec $dir/guarded.spec
 * exit: 5
 * stdout-contains: RESULT: unknown (specifications together with --control)
 */
/* test: check --spec $dir/guarded_whole.spec
 * exit: 5
 * stdout-contains: RESULT: unknown (the procedure abstraction of a program with threads)
 */
/* test: check --spec $dir/guarded_tree.spec
 * exit: 5
 * stdout-contains: RESULT: unknown (simulation of a program with threads)
 */
