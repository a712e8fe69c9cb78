// NaN is not equal to itself, and passes no comparison but !=.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x != x) {
    assert(!(x < 1.0) && !(x >= 1.0));
    return 0;
  }
#ifdef BUG
  assert(x - x == 0); // not of an infinite one
#else
  if (x > -1e308 && x < 1e308)
    assert(x - x == 0);
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
