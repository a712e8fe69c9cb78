// A thread that never comes to another step keeps nobody from seeing what it
// did before; main's return ends all of them.
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *unused) {
  x = 1;
  for (;;)
    ;
  return unused;
}

static void *look(void *unused) {
#ifdef BUG
  assert(x == 0);
#else
  assert(x == 0 || x == 1);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(b, 0);
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
