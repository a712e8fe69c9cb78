// A string without its final zero.
#include <stdio.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  char name[4 + !BUG];
  memcpy(name, "four", sizeof name);
  printf("%d\n", (int)strlen(name));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: strlen_unterminated.c:11:
 * stderr-contains: out of bounds
 */
