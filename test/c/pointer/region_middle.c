// A pointer to the middle of an array that walks both ways: one array of the
// element's width. At constant indices the elements are scalars, and so are
// those of a short array inside of something else: an access chooses.
#include <stdio.h>

int main(void) {
  short walked[30], fixed[4];
  struct {
    int count;
    short at[9];
  } few;
  short *p = walked + 4, *q = fixed + 2;
  for (int i = 0; i < 30; i++)
    walked[i] = (short)(i * i);
  for (int i = 0; i < 9; i++)
    few.at[i * 2 % 9] = walked[i];
  while (*p > 1)
    p--;
  p += 3;
  q[-1] = 7;
  q[1] = 8;
  printf("%d %d %d %d\n", *p, fixed[1], fixed[3], few.at[*p % 9]);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region walked (arrays, period 2): walked[]:16
 * stdout-contains: region few: few.at[0]:16 few.at[1]:16 few.at[2]:16
 * stdout-contains: region fixed: fixed[1]:16 fixed[3]:16
 */
