// A sum stops at the largest and the smallest value.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int add(int a, int b) {
  if (b > 0 && a > INT_MAX - b)
    return INT_MAX;
#ifdef BUG
  if (b < 0 && a < INT_MIN + b)
#else
  if (b < 0 && a < INT_MIN - b)
#endif
    return INT_MIN;
  return a + b;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long exact = (long)a + b;
  int sum = add(a, b);
  assert(sum == (exact > INT_MAX ? INT_MAX : exact < INT_MIN ? INT_MIN : exact));
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
