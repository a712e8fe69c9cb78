// Allocated through a parameter; the fault frees another variable.
#include <stdlib.h>

static int make(int **where) {
  *where = malloc(sizeof **where);
  return *where != 0;
}

int main(void) {
  int *a = 0, *b = 0;
  if (!make(&a))
    return 1;
#ifdef BUG
  free(b);
#else
  b = a;
  free(b);
#endif
  return 0;
}
