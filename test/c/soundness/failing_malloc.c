// malloc may fail.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
#ifndef BUG
  if (!p)
    return 1;
#endif
  *p = 3;
  free(p);
  return 0;
}

/* test: check --deref
 * stdout-contains: RESULT: true
 */
/* test: check --deref -DBUG
 * exit: 10
 * stdout-contains: p = null
 */
