// exit ends the program while a variable of main still leads to the memory; the
// fault lost it before.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void stop(void) {
  exit(1);
}

int main(void) {
  int *p = malloc(sizeof *p);
#ifdef BUG
  if (p && __VERIFIER_nondet_int())
    p = 0;
#endif
  if (p)
    *p = 1;
  stop();
  return 0;
}
