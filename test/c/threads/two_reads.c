// Two reads of one variable in an expression can see different values, and an
// increment is a read and a write.
#include <assert.h>
#include <pthread.h>

static int g;

static void *write(void *unused) {
  g = 1;
  return unused;
}

static void *read(void *unused) {
  int seen = g + g;
#ifdef BUG
  assert(seen != 1);
#else
  assert(seen >= 0 && seen <= 2);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write, 0);
  pthread_create(&b, 0, read, 0);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: as if sequentially consistent
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
