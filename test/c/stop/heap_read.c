// Reading one element past the end of a heap block.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int n = 5, sum = 0;
  int *v = calloc((size_t)n, sizeof *v);
  for (int i = 0; i < n; i++)
    v[i] = i;
  for (int i = 0; i < n + BUG; i++)
    sum += v[i];
  printf("%d\n", sum);
  free(v);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: heap_read.c:14:
 * stderr-contains: out of bounds
 */
