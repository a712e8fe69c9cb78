// Reversing the digits twice gives the number.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned reversed(unsigned x) {
  return x % 10 * 100 + x / 10 % 10 * 10 + x / 100;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(x <= 1000);
#else
  __VERIFIER_assume(x < 1000);
#endif
  assert(reversed(reversed(x)) == x);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
