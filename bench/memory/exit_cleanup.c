// All ways out free the memory; the fault forgets it where exit is called.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(2);
  if (__VERIFIER_nondet_int()) {
#ifndef BUG
    free(p);
#endif
    exit(3);
  }
  free(p);
  return 0;
}
