// A condition that is always undefined decides nothing: no execution comes to
// its end, so that the assertion does not hold but is never reached.
#include <assert.h>

static int get(const int *p) { return *p; }

int main(void) {
  int zero = 0;
  int *null = 0;
  (void)zero, (void)null;
#if WAY == 1
  assert(7 / zero == 1);
#elif WAY == 2
  assert(*null == 1);
#elif WAY == 3
  assert(get(null) == 1);
#elif WAY == 4
  assert(null == 0 && *null == 1);
#elif WAY == 5
  assert(null == 0 || *null == 1);
#elif WAY == 6
  assert(1 / 0 == 3);
#elif WAY == 7
  int x = 7 / zero;
ERROR:
  return x;
#elif WAY == 8
  if (zero)
    assert(zero == 1);
#elif WAY == 9
  assert(get(&zero) == 0);
#endif
  return 0;
}
/* test: check -q -DWAY=1
 * exit: 4
 * stdout-contains: never reached
 * stdout-contains: lies behind undefined behaviour (division by zero)
 * test: check -q -DWAY=2
 * exit: 4
 * test: check -q -DWAY=3
 * exit: 4
 * test: check -q -DWAY=4
 * exit: 4
 * test: check -q -DWAY=5
 * exit: 0
 * stdout-contains: holds
 * test: check -q -DWAY=6
 * exit: 4
 * test: check -q -DWAY=7 --label ERROR
 * exit: 4
 * test: check -q -DWAY=8
 * exit: 0
 * stdout-contains: never reached
 * test: check -q -DWAY=9
 * exit: 0
 * stdout-contains: holds
 */
