// Writing to a const object through a cast.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static const int fixed[2] = {1, 2};
static int variable[2] = {1, 2};

int main(void) {
  int *p = BUG ? (int *)fixed : variable;
  p[1] = 3;
  printf("%d\n", p[1]);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: constant_write.c:12:
 * stderr-contains: constant
 */
