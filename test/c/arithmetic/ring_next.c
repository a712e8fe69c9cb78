// The next index of a ring stays inside, and steps by one or to the start.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(i <= n && n > 0);
#else
  __VERIFIER_assume(i < n);
#endif
  unsigned next = (i + 1) % n;
  assert(next < n);
  assert(next == i + 1 || next == 0);
  assert(i < n - 1 ? next == i + 1 : next == 0);
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
