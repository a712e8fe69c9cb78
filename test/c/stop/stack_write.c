// Writing past the end of a local array.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static void fill(char *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (char)('a' + i);
}

int main(void) {
  char buffer[8];
  fill(buffer, 8 + BUG);
  printf("%c\n", buffer[7]);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: stack_write.c:9:
 * stderr-contains: out of bounds
 */
