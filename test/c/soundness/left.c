// Memory that is left: with --memtrack a block that is still led to when the
// program ends is none that is lost, with --cleanup it is.
#include <stdlib.h>
int *kept;
int main(void) {
  kept = malloc(4);
  return 0;
}

/* test: check --memtrack
 * stdout-contains: RESULT: true
 */
/* test: check --cleanup
 * exit: 10
 */
