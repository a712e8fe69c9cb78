// An access that starts inside its object and ends outside.
#include <stdint.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
  unsigned char *p = bytes + 4 + BUG;
  uint32_t word = *(uint32_t *)p;
  printf("%x\n", (unsigned)word);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: partly_outside.c:12:
 * stderr-contains: out of bounds
 */
