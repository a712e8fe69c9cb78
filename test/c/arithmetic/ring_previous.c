// The previous index of a ring, and that next undoes it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= i && i < n && n < 1000000);
#ifdef BUG
  int previous = (i - 1) % n;
#else
  int previous = (i + n - 1) % n;
#endif
  assert(0 <= previous && previous < n);
  assert((previous + 1) % n == i);
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
