// No verdict depends on where objects lie: what is computed from an address
// other than by moving and comparing it is not known.
#include <assert.h>

static int x, y;

int main(void) {
  unsigned long address = (unsigned long)&x;
#if CASE == 1
  assert(address % 100 != 4);
#elif CASE == 2
  assert((address >> 4) * 16 == address);
#else
  assert(address != 0 && (address & 3) == 0);
  assert(&x != &y);
#endif
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DCASE=1
 * stdout-lacks: RESULT: true
 * exit: 5
 */
/* test: check -DCASE=2
 * stdout-lacks: RESULT: true
 * exit: 5
 */
