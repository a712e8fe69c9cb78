// What is never evaluated is not undefined, however it is written.
#include <assert.h>

int main(void) {
  const int zero = 0;
  int r = 1 ? 3 : 1 / 0;
  r += 0 && 1 / zero;
  r += 1 || 1 % zero;
  r += (int)sizeof(1 / 0);
  if (0)
    r = 1u << 40;
  while (zero)
    r = 1 / zero;
  assert(r == 8);
  return 0;
}

/* test: check --div0 --overflow
 * exit: 0
 * stdout-contains: RESULT: true
 */
