// The one signed quotient that does not fit.
#include <limits.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int divide(int a, int b) {
  return a / b;
}

int main(void) {
  printf("%d\n", divide(INT_MIN + 1 - BUG, -1));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: division_overflow.c:9:
 * stderr-contains: INT_MIN / -1
 */
