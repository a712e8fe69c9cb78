// Each thread has its own thread-local objects, and its own locals, whose
// bytes are indeterminate whenever their function is entered.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 3;
static int shared = 3;

static void *work(void *unused) {
#ifdef BUG
  shared++;
  assert(shared == 4);
#else
  mine++;
  assert(mine == 4);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  mine = 7;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(mine == 7);
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
