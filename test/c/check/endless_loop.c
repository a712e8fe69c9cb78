// Seed 004, figure 1: the line after the loop is reached only with x == 2 and
// y > 2, but y only goes down. Only the wrap past the least int ends the loop,
// so here the step is not taken below zero.
#include <assert.h>

int main(void) {
  int x = 2, y = 2;
  while (y <= 2) {
    if (y > 0)
      y = y - 1;
#ifdef BUG
    else
      break;
#endif
  }
  if (x == 2)
    assert(0);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
