// Tests for overflow that are the same.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long wide = (long)a + b;
  int bits = ((unsigned)a + b) ;
  int by_sign = ((a ^ bits) & (b ^ bits)) < 0;
  assert(by_sign == (wide < INT_MIN || wide > INT_MAX));
  int result;
  int by_builtin = __builtin_mul_overflow(a, b, &result);
  long product = (long)a * b;
#ifdef BUG
  assert(by_builtin == (product >= INT_MAX || product < INT_MIN));
#else
  assert(by_builtin == (product > INT_MAX || product < INT_MIN));
#endif
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
