// What was freed is not read; with the fault it is.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p), result;
  if (!p)
    return 0;
  *p = 3;
#ifdef BUG
  free(p);
  result = *p;
#else
  result = *p;
  free(p);
#endif
  return result;
}
