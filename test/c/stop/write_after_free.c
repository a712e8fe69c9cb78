// A pointer into a block that realloc moved.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int *v = malloc(2 * sizeof *v);
  int *last = &v[1];
  *last = 1;
  v = realloc(v, 1000 * sizeof *v);
  if (!BUG)
    last = &v[1];
  *last += 5;
  printf("%d\n", v[1]);
  free(v);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: write_after_free.c:15:
 * stderr-contains: freed
 */
