// Writing past the end of a global array of structures.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static struct { short a, b; } table[10];
int after = 5;

int main(void) {
  for (int i = 0; i < 10 + BUG; i++)
    table[i].b = (short)i;
  printf("%d %d\n", table[9].b, after);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: global_write.c:12:
 * stderr-contains: out of bounds
 */
