// When no run follows the path, the reason names the place and the function.
#include <stdlib.h>
void bad(void);

int number(const char *s, int n) {
  if (n > 3) {
    double k = atof(s);
    if (k == 17)
      bad();
  }
  return 0;
}

/* test: check --spec $dir/detour.spec
 * exit: 5
 * stdout-contains: its run goes another way at test/c/conformance/detour.c:8
 * stdout-contains: after the call of `atof` at
 * stdout-contains: give it a `proc`
 * stdout-lacks: vouch-oracle
 */
