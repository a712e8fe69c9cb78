// A pointer to the middle of an array that walks both ways: one array of the
// element's width. At constant indices the elements are scalars.
#include <stdio.h>

int main(void) {
  short walked[9], fixed[4];
  short *p = walked + 4, *q = fixed + 2;
  for (int i = 0; i < 9; i++)
    walked[i] = (short)(i * i);
  while (*p > 1)
    p--;
  p += 3;
  q[-1] = 7;
  q[1] = 8;
  printf("%d %d %d\n", *p, fixed[1], fixed[3]);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region walked (arrays, period 2): walked[]:16
 * stdout-contains: region fixed: fixed[1]:16 fixed[3]:16
 */
