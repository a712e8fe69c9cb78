// A promise to the compiler that is not kept.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int width(int kind) {
  switch (kind) {
  case 0: return 1;
  case 1: return 4;
  }
  __builtin_unreachable();
}

int main(void) {
  printf("%d\n", width(1 + BUG));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: unreachable.c:12:
 * stderr-contains: unreachable
 */
