// Writing to a string literal.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static void capitalise(char *s) {
  *s -= 32;
}

int main(void) {
  char array[] = "array";
  char *text = BUG ? "literal" : array;
  capitalise(text);
  printf("%s\n", text);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: literal_write.c:8:
 * stderr-contains: constant
 */
