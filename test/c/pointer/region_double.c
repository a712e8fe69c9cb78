// Pointers to pointers: the inner pointer is a scalar too.
#include <stdio.h>

static void point_to(int **where, int *what) {
  *where = what;
}

int main(void) {
  int x = 1, y = 2;
  int *p = &x, **pp = &p;
  **pp = 5;
  point_to(pp, &y);
  *p += 10;
  printf("%d %d\n", x, y);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region x: x:32
 * stdout-contains: region y: y:32
 * stdout-contains: region p: p:64
 * stdout-lacks: arrays
 */
