// A binary search: its midpoints lie between the ends, and it ends inside.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    return 0;
  int lo = 0, hi = n;
  while (lo < hi) {
#ifdef BUG
    int mid = (lo + hi) / 2;
#else
    int mid = lo + (hi - lo) / 2;
#endif
    assert(lo <= mid && mid < hi);
    if (__VERIFIER_nondet_int())
      lo = mid + 1;
    else
      hi = mid;
  }
  assert(lo == hi);
  assert(0 <= lo && lo <= n);
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
