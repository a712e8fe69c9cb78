// A function that is called again while it runs returns before its end.
#include <stdlib.h>
int deep(int n) {
  char *p = malloc(4);
  int m = n > 0 ? deep(n - 1) : 0;
  free(p);
  return m;
}

/* test: check --leaks --function deep
 * exit: 5
 * stdout-contains: leaks of a function that may be called again
 */
