// Which midpoints overflow.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= lo && lo <= hi);
#ifdef BUG
  int mid = (lo + hi) / 2;
#else
  int mid = lo + (hi - lo) / 2;
#endif
  assert(mid - lo <= hi - mid);
  return 0;
}

/* test: check --cpu-timeout 20s --overflow
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
