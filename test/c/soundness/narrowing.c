// What overflows is what C says: a conversion that loses bits is none.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  signed char c = (signed char)(__VERIFIER_nondet_int() & 0xff);
  assert(c <= 127);
  return 0;
}

/* test: check --overflow
 * stdout-contains: RESULT: true
 */
