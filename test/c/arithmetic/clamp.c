// A value is brought between two bounds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int clamp(int x, int lo, int hi) {
#ifdef BUG
  return x < lo ? hi : x > hi ? hi : x;
#else
  return x < lo ? lo : x > hi ? hi : x;
#endif
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
  __VERIFIER_assume(lo <= hi);
  int y = clamp(x, lo, hi);
  assert(lo <= y && y <= hi);
  assert(clamp(y, lo, hi) == y);
  assert(x < lo || x > hi || y == x);
  assert(x >= lo || y == lo);
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
