// Routines that may never come back: nothing is proved beside them. And what a
// recursive call changes is not forgotten.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

static int numbers[3] = {3, 1, 2}, g;

static int compare(const void *a, const void *b) {
  while (g == 0)
    ;
  return *(const int *)a - *(const int *)b;
}

static void handle(int number) {
  while (number)
    ;
}

static void deep(int n) {
  if (n)
    deep(n - 1);
  g = n;
}

int main(void) {
#if defined SORT
  qsort(numbers, 3, sizeof *numbers, compare);
#elif defined SEMAPHORE
  sem_t s;
  sem_init(&s, 0, 0);
  sem_wait(&s);
#elif defined LOCK
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
#elif defined SIGNAL
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
#elif defined RECURSION
  deep(1);
  while (g)
    ;
#endif
  return 0;
}

/* test: check --termination
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DSORT
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --termination -DSEMAPHORE
 * exit: 5
 * stdout-contains: RESULT: unknown (`sem_
 */
/* test: check --termination -DLOCK
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --termination -DSIGNAL
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --termination --cpu-timeout 20 -DRECURSION
 * exit: 10
 * stdout-contains: the loop goes on for ever
 * stdout-contains: RESULT: false(termination)
 */
