// A number in memory of its own is counted down; with the fault it stays where
// it is even.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *x = malloc(sizeof *x);
  if (!x)
    return 0;
  *x = __VERIFIER_nondet_int();
  while (*x > 0)
#ifdef BUG
    *x -= *x & 1;
#else
    *x -= 1;
#endif
  free(x);
  return 0;
}
