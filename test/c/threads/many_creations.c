// Threads that a loop creates: as many as a small constant says are followed
// one by one; any number is not.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
#ifdef ANY
  int n = __VERIFIER_nondet_int();
  pthread_t one;
  for (int i = 0; i < n; i++)
    pthread_create(&one, 0, work, 0);
  assert(count >= 0);
#else
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
#ifdef BUG
  assert(count == 2);
#else
  assert(count == 3);
#endif
#endif
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
/* test: check -DANY
 * exit: 5
 * stdout-contains: RESULT: unknown (unbounded thread creation (work))
 */
