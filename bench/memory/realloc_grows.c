// realloc that fails leaves the old block; the fault forgets it.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p), *q;
  if (!p)
    return 0;
  p[3] = 7;
  q = realloc(p, 8 * sizeof *p);
  if (!q) {
#ifndef BUG
    free(p);
#endif
    return 1;
  }
  q[7] = q[3];
  free(q);
  return 0;
}
