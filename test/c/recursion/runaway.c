// The row is in the recursive function itself: only a deeper copy violates it,
// so that no depth before that one proves anything.
#include <assert.h>

static void descend(int n) {
  assert(n < 20);
  descend(n + 1);
}

static void ascend(unsigned n) {
  assert(n != 5000000);
  if (n < 6000000)
    ascend(n + 1);
}

int main(void) {
#ifdef FAR
  ascend(0);
#else
  descend(0);
#endif
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --engine=inline --recursion=12
 * exit: 10
 * stdout-contains: by execution
 */
/* test: check --recursion=12 -DFAR
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: recursion of ascend deeper than 12 calls
 */
/* test: check -DFAR
 * exit: 5
 * stdout-lacks: RESULT: true
 */
