// A variable that is not initialised has any value, and the same one each time
// it is read.
#include <assert.h>
int main(void) {
  int x;
  assert(x == x);
#ifdef BUG
  assert(x != 5);
#endif
  return 0;
}

/* test: check
 * stdout-contains: uninitialised variables have any value
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 */
