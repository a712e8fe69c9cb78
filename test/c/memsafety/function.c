// Leaks are asked of whole programs: what a function leaves may be its caller's.
#include <stdlib.h>

char *make(void) {
  return malloc(4);
}

int main(void) {
  free(make());
  return 0;
}

/* test: check --memtrack
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --memtrack --function make
 * exit: 5
 * stdout-contains: leaks are a matter of whole programs
 */
