// Operands that are not evaluated: what would be undefined in them is not.
#include <assert.h>
#include <limits.h>
#include <stddef.h>

int zero(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0;
  int *null = 0;
#ifdef EVALUATED
  n = 5 / 0 + __builtin_constant_p(6 / 0);
#elif defined EVALUATED_SUM
  n = (a + 1) + __builtin_constant_p(a + 1);
#else
  n += __builtin_constant_p(5 / 0);
  n += __builtin_constant_p(5 % 0 + 6 / 0);
  n += __builtin_constant_p(a / b);
  n += __builtin_constant_p(a / (6u % 0));
  n += __builtin_constant_p(a / (UINT_MAX + 1u));
  n += __builtin_constant_p(a / (7 / 0));
  n += __builtin_constant_p(a % ((b + 1) / 0 + INT_MAX * 2));
  n += __builtin_constant_p(a + b * 3);
  n += __builtin_constant_p(-a << b);
  n += __builtin_constant_p(a / (1 << 31));
  n += __builtin_constant_p(*null);
  n += __builtin_constant_p(null[a]);
  n += __builtin_constant_p(a && 5 / 0);
  n += (int)sizeof(5 / 0) + (int)sizeof(null[a / b]);
  n += _Generic(5 / 0, int: 0, default: 1);
  n += __builtin_choose_expr(1, 0, 5 / 0);
  n += 0 && 1 / 0;
  n += !(1 || 1 / 0);
  n += 1 ? 0 : 1 / 0;
  __typeof__(1 / 0) other = 0;
  assert(n == 2 * (int)sizeof(int) + other);
#endif
  return n;
}

/* test: check --div0 --overflow --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --div0 -DEVALUATED
 * exit: 10
 * stdout-contains: RESULT: false(no-div0)
 * test: check --overflow -DEVALUATED_SUM
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
