// A shift by a negative amount.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static long long align(long long v, int bits) {
  return v >> bits;
}

int main(void) {
  printf("%lld\n", align(-1024, BUG ? -1 : 3));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: shift_negative.c:8:
 * stderr-contains: shift
 */
