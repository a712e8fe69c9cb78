// The midpoint of a binary search lies between its ends.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
#ifdef BUG
  __VERIFIER_assume(lo <= hi);
#else
  __VERIFIER_assume(0 <= lo && lo <= hi);
#endif
  int mid = lo + (hi - lo) / 2;
  assert(lo <= mid && mid <= hi);
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
