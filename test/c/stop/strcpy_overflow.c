// A name longer than its field.
#include <stdio.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  char name[8];
  strcpy(name, BUG ? "a long name" : "short");
  printf("%s\n", name);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: strcpy_overflow.c:10:
 * stderr-contains: out of bounds
 */
