#include <stdlib.h>

int use(int n) {
  if (n < 0)
    exit(1);
  int *p = malloc(n * sizeof *p);
  if (!p)
    return -1;
  p[0] = abs(atoi("7"));
  int first = p[0];
  free(p);
  return first;
}
