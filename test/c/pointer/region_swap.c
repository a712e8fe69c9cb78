// Swap through pointers: each variable is a scalar of its own, the pointers are
// resolved at each call because inlining tells the calls apart.
#include <stdio.h>

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int x = 1, y = 2, z = 3;
  swap(&x, &y);
  swap(&y, &z);
  printf("%d %d %d\n", x, y, z);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region x: x:32
 * stdout-contains: region y: y:32
 * stdout-contains: region z: z:32
 * stdout-lacks: arrays
 * stdout-lacks: load
 * stdout-lacks: store
 */
