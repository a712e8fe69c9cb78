// Returning the address of a local variable.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int kept;

static int *make(int value) {
  int local = value;
  int *result = BUG ? &local : &kept;
  *result = value;
  return result;
}

int main(void) {
  int *p = make(7);
  printf("%d\n", *p);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: dangling_stack.c:18:
 * stderr-contains: has returned
 */
