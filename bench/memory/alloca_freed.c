// What alloca gives is not freed; with the fault it is.
#include <alloca.h>
#include <stdlib.h>

int main(void) {
  char *p = alloca(4), *q = malloc(4);
  p[0] = 1;
#ifdef BUG
  free(p);
#endif
  free(q);
  return 0;
}
