// Every int is a double, not every int is a float; a double that fits becomes
// the int towards zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  assert((int)(double)n == n);
#ifdef BUG
  if (n >= 0 && n < 100000000)
    assert((int)(float)n == n);
#else
  if (n >= 0 && n <= 16777216)
    assert((int)(float)n == n);
#endif
  double x = __VERIFIER_nondet_double();
  if (x > -1000 && x < 1000) {
    int whole = (int)x;
    assert(whole > -1000 && whole < 1000);
    assert(x < 0 || (double)whole <= x);
  }
  return 0;
}

/* test: check -q --cpu-timeout 60
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -q --cpu-timeout 110 --check-proof=cvc5
 * exit: 0
 * timeout: 120
 * stdout-contains: RESULT: true
 *
 * test: check -q --cpu-timeout 60 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
