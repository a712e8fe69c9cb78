// A small buffer is an array, a large one is allocated; the fault frees both.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  char small[8];
  char *p = small;
  if (__VERIFIER_nondet_int()) {
    p = malloc(64);
    if (!p)
      return 0;
  }
  p[0] = 1;
#ifndef BUG
  if (p != small)
#endif
    free(p);
  return 0;
}
