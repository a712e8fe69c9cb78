// Reading before the start of a local array.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int last_negative(const int *v, int n) {
  while (BUG ? n >= -100 : n > 0)
    if (v[--n] < 0)
      return n;
  return -1;
}

int main(void) {
  int v[4] = {1, 2, 3, 4};
  printf("%d\n", last_negative(v, 4));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: stack_read.c:9:
 * stderr-contains: out of bounds
 */
