// A constant variable that is written by its name, and what must not be freed
// though a library routine gave its address.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int limit = 1;

int main(void) {
#if WAY == 1
  *(int *)&limit = 3;
#elif WAY == 2
  return limit;
#elif WAY == 3
  free(getenv("HOME"));
#elif WAY == 4
  free(strdup("HOME"));
#elif WAY == 5
  if (fileno(stdin) != 0 || fileno(stdout) != 1 || fileno(stderr) != 2)
    return 7 / 0;
#endif
  return 0;
}
/* test: check -q --deref -DWAY=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: run -DWAY=1
 * exit: 10
 * stderr-contains: something constant
 * test: check -q --deref -DWAY=2
 * exit: 0
 * test: check -q --deref -DWAY=3
 * exit: 10
 * stdout-contains: object of the library
 * test: check -q --deref -DWAY=4
 * exit: 0
 * test: check -q --div0 -DWAY=5
 * exit: 5
 * stdout-contains: fileno
 */
