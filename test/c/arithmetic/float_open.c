// What nobody promises: the sign of a NaN that comes out, and an int that a
// number does not fit in. Nothing is proved of them; a run decides.
#include <assert.h>
#include <string.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef NAN_BITS
  unsigned long bits;
  if (!(x > 1.7976931348623157e308)) // only infinity is
    return 0;
  double nan = x - x;
  memcpy(&bits, &nan, sizeof bits);
  assert(bits >> 63 == 0);
#else
  if (x > 1e10)
    assert((int)x == 0);
#endif
  return 0;
}

/* test: check -q --cpu-timeout 60 -DNAN_BITS
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check -q --cpu-timeout 60
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
