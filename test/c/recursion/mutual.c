// Two functions that call each other: levels count the calls of both.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 12) {
#ifdef BUG
    assert(even(n) == (n != 7));
#else
    assert(even(n) == !(n & 1));
#endif
  }
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
