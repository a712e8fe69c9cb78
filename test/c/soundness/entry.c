// Entry states: two pointers that a function is given do not lead to the same
// object, and each may be null.
#include <assert.h>
int swap(int *a, int *b) {
#ifndef BUG
  if (!a || !b)
    return -1;
#endif
  *a = 1;
  *b = 2;
  assert(*a == 1);
  return 0;
}

/* test: check --function swap
 * stdout-contains: to objects of their own
 * stdout-contains: RESULT: true
 */
/* test: check --function swap --deref -DBUG
 * exit: 10
 */
