// A mask of all bits, made by a shift by the width.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static unsigned mask(int bits) {
  return (1u << bits) - 1;
}

int main(void) {
  printf("%x\n", mask(BUG ? 32 : 31));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: shift_too_far.c:8:
 * stderr-contains: shift
 */
