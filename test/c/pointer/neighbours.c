// The end of one object and the start of another: taken to differ, which is said.
#include <assert.h>

int main(void) {
  int first[2] = {1, 2}, second[2] = {3, 4};
#ifdef ENDS
  assert(first + 2 != second && second + 2 != first);
#else // inside an object, and starts of objects, nothing is supposed
  int sum = 0;
  for (int *p = first; p != first + 2; p++)
    sum += *p;
  assert(sum == 3 && first != second && first + 1 != second + 1);
#endif
  return 0;
}

/* test: check -DENDS
 * exit: 0
 * stdout-contains: assumed      objects have gaps between them: the end of one is not the start of another (compared at
 * stdout-contains: RESULT: true
 * test: check
 * exit: 0
 * stdout-lacks: gaps between
 * stdout-contains: RESULT: true
 */
