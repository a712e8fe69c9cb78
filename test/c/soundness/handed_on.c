// Leaks: a block that is handed on is no leak, whatever becomes of it then.
#include <stdlib.h>
static void *kept;
int keep(void) {
  void *block = malloc(8);
  if (!block)
    return -1;
#ifndef BUG
  kept = block;
#endif
  return 0;
}

/* test: check --function keep --leaks
 * stdout-contains: RESULT: true
 */
/* test: check --function keep --leaks -DBUG
 * exit: 10
 */
