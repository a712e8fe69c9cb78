// Seed 000, figure 2: of its four results only 0 and 2 are possible. The calls
// of library routines are assertions about the branch they are in.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int component(int x) {
  int y = 8;
  if (x == 0) {
    assert(y == 8);
    if (y < 10)
      return 0;
    else
      return 1;
  } else {
    assert(x != 0);
#ifdef BUG
    y = x;
#endif
    if (y > 5)
      return 2;
    else
      return 3;
  }
}

int main(void) {
  int result = component(__VERIFIER_nondet_int());
  assert(result == 0 || result == 2);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: component.c:29
 * stdout-contains: RESULT: false(unreach-call)
 */
