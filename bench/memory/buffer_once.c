// One buffer; with the fault an early return forgets it.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int *buffer = malloc(4 * sizeof *buffer);
  if (!buffer)
    return 1;
  buffer[3] = __VERIFIER_nondet_int();
#ifdef BUG
  if (buffer[3] < 0)
    return 2;
#endif
  free(buffer);
  return 0;
}
