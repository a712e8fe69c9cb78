// A hash table without slots.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static unsigned long slots = BUG ? 0 : 16;

int main(void) {
  unsigned long hash = 12345;
  printf("%lu\n", hash % slots);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: remainder_by_zero.c:11:
 * stderr-contains: division by zero
 */
