// (lo + hi) / 2 overflows, (lo + hi) / 2 of unsigned halves does not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= lo && lo <= hi);
#ifdef BUG
  int mid = (lo + hi) / 2;
#else
  int mid = ((unsigned)lo + (unsigned)hi) / 2;
#endif
  assert(lo <= mid && mid <= hi);
  assert(lo == hi || mid < hi);
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
