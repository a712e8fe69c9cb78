// Freed once, on one of two ways; with the fault on both.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(8);
  int early = __VERIFIER_nondet_int();
  if (early)
    free(p);
#ifdef BUG
  free(p);
#else
  if (!early)
    free(p);
#endif
  return 0;
}
