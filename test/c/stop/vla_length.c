// An array whose computed length is not positive.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int count(int n) {
  int v[n];
  for (int i = 0; i < n; i++)
    v[i] = i;
  return n > 0 ? v[n - 1] : 0;
}

int main(void) {
  printf("%d\n", count(BUG ? -3 : 3));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: vla_length.c:8:
 * stderr-contains: length
 */
