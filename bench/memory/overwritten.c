// A second allocation into the same variable; the fault does not free before.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
#ifndef BUG
  free(p);
#endif
  p = malloc(8);
  free(p);
  return 0;
}
