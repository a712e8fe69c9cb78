// Unsigned arithmetic wraps: x + 1 > x has one exception.
#include <assert.h>
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1;
#ifndef BUG
  if (x != UINT_MAX)
#endif
    assert(y > x);
  assert(y - 1 == x);
  assert(0u - 1 == UINT_MAX);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
