// A pointer to the middle of an array that walks both ways: one array of the
// element's width. At constant indices the elements are scalars, and so are
// those of a short array whatever the index: an access chooses among them.
#include <stdio.h>

int main(void) {
  short walked[30], few[9], fixed[4];
  short *p = walked + 4, *q = fixed + 2;
  for (int i = 0; i < 30; i++)
    walked[i] = (short)(i * i);
  for (int i = 0; i < 9; i++)
    few[i * 2 % 9] = walked[i];
  while (*p > 1)
    p--;
  p += 3;
  q[-1] = 7;
  q[1] = 8;
  printf("%d %d %d %d\n", *p, fixed[1], fixed[3], few[*p % 9]);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region walked (arrays, period 2): walked[]:16
 * stdout-contains: region few: few[0]:16 few[1]:16 few[2]:16
 * stdout-contains: region fixed: fixed[1]:16 fixed[3]:16
 */
