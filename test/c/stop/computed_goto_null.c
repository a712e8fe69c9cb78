// A computed goto to no label.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  void *labels[] = {&&one, &&two, NULL};
  int n = 1 + BUG;
  goto *labels[n];
one:
  printf("one\n");
two:
  printf("two\n");
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: computed_goto_null.c:10:
 * stderr-contains: goto
 */
