// Products of numbers in a range stay in one; where they underflow they are
// zero.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  if (!(x > 0 && x < 10 && y > 0 && y < 10))
    return 0;
#ifdef BUG
  assert(x * y > 0);
#else
  assert(x * y <= 100.0f);
#endif
  return 0;
}

/* test: check -q --cpu-timeout 60
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -q --cpu-timeout 60 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
