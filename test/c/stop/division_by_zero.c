// The average of nothing.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int average(const int *v, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += v[i];
  return sum / n;
}

int main(void) {
  int v[] = {3, 4, 8};
  printf("%d\n", average(v, BUG ? 0 : 3));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: division_by_zero.c:11:
 * stderr-contains: division by zero
 */
