// Sequence numbers compared by the sign of their difference.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int after(unsigned a, unsigned b) {
  return (int)(a - b) > 0;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(0 < d);
#else
  __VERIFIER_assume(0 < d && d < 0x80000000u);
#endif
  assert(after(a + d, a));
  assert(!after(a, a + d));
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
