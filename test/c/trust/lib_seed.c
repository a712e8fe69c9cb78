// The same numbers come after the same seed, and anything after another one.
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef SAME
  int a = rand();
  srand(1);
  assert(a == rand());
#else
  srand(2);
  int a = rand();
  srand(3);
  assert(a == rand());
#endif
  return 0;
}
/* test: check
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DSAME
 * exit: 5
 * stdout-contains: rand returns another number after the same seed
 */
