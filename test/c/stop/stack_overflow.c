// A recursion without an end.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int depth(int n) {
  volatile char frame[64];
  frame[0] = (char)n;
  return n == 0 ? frame[0] : depth(n - 1 + BUG) + 1;
}

int main(void) {
  printf("%d\n", depth(100));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 5
 * stderr-contains: stack_overflow.c:10:
 * stderr-contains: stack overflow
 */
