// A failed assertion aborts, as natively.
#include <assert.h>
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += i;
  printf("%d\n", sum);
  fflush(stdout);
  assert(sum == 6 + BUG);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 134
 * native: same
 * stderr-contains: failed_assert.c:14
 * stderr-contains: sum == 6
 */
