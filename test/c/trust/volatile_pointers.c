// A volatile pointer may be what it was, which leads to the program's objects,
// or anything else.
#include <assert.h>
static int x, y;
static int *volatile p = &x;
static void good(void) {}
static void bad(void) { assert(0); }
static void (*volatile handler)(void) = good;
static volatile struct queue {
  int *head;
  int length;
} queue;

int main(void) {
  (void)bad;
#if BUG == 1
  p = &y;
  *p = 3;
  assert(y == 0);
#elif BUG == 2
  handler = bad;
  handler();
#elif BUG == 3
  queue.head = &x;
  struct queue copy = queue;
  *copy.head = 3;
  assert(x == 0);
#elif BUG == 4
  p = &y;
  assert(p == &y);
#else
  int *q = p;
  assert(q == q && x == 0);
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: violated: assert(y == 0)
 */
/* test: check -DBUG=2
 * exit: 10
 * stdout-contains: violated: assert(0)
 */
/* test: check -DBUG=3
 * exit: 10
 * stdout-contains: violated: assert(x == 0)
 */
/* test: check -DBUG=4
 * exit: 10
 * stdout-contains: violated: assert(p == &y)
 */
/* test: check -DBUG=4 --volatile=memory
 * stdout-contains: RESULT: true
 */
