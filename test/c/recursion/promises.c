// Recursion without a bound, proved by what the functions promise.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Affine: the result is the sum.
static int sum(int n, int m) { return n <= 0 ? n + m : sum(n - 1, m + 1); }

// Bounds of the result.
static int saturated(int x) {
  if (x == 0)
    return 0;
  int rest = saturated((unsigned)x - 1) + 1;
#ifdef BUG
  return rest > 5 ? rest : rest;
#else
  return rest > 5 ? 5 : rest;
#endif
}

// Of one side of a constant: McCarthy's function.
static int mccarthy(int n) {
  return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
#if defined SUM
  assert(sum(n, m) == n + m);
#elif defined MCCARTHY
  if (n <= 100)
    assert(mccarthy(n) == 91);
#else
  assert(saturated(n) != 10);
#endif
  (void)n, (void)m;
  return 0;
}

/* test: check -DSUM
 * exit: 0
 * stdout-contains: by induction, every call of sum returns with
 * stdout-contains: RESULT: true
 */
/* test: check -DMCCARTHY
 * exit: 0
 * stdout-contains: by induction, every call of mccarthy returns with
 * stdout-contains: RESULT: true
 */
/* test: check
 * exit: 0
 * stdout-contains: by induction, every call of saturated returns with: result <= 5
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
