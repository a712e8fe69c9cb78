// The number of arguments is not negative, and may be any other.
#include <assert.h>
int main(int argc, char **argv) {
#if WAY == 1
  assert(argc >= 0);
#elif WAY == 2
  assert(argc >= 1);
#else
  assert(argc < 3);
#endif
  return argv == 0;
}

/* test: check -DWAY=1
 * exit: 0
 */
/* test: check -DWAY=2
 * exit: 10
 */
/* test: check -DWAY=3
 * exit: 10
 */
