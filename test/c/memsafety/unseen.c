// Code that nobody sees may free what it gets, or keep it.
#include <stdlib.h>

void take(char *p);

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
#ifdef GIVEN
  take(p);
#endif
  return 0;
}

/* test: check --cleanup
 * exit: 10
 * stdout-contains: RESULT: false(valid-memcleanup)
 */
/* test: check --cleanup -DGIVEN
 * exit: 5
 * stdout-contains: RESULT: unknown
 */

