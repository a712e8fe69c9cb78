// The address that is freed must be the first; the fault frees another.
#include <stdlib.h>

int main(void) {
  char *p = malloc(8), *q = p;
  if (!p)
    return 0;
#ifdef BUG
  q++;
#endif
  free(q);
  return 0;
}
