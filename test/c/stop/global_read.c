// A table with fewer entries than the enumeration.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

enum color { RED, GREEN, BLUE, COLORS };
static const char *const names[COLORS - BUG] = {"red", "green"};

int main(void) {
  enum color c = BLUE;
  const char *name = names[c];
  printf("%d\n", name == NULL);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: global_read.c:12:
 * stderr-contains: out of bounds
 */
