// A function returns what it allocated; the fault does not take it.
#include <stdlib.h>

static char *make(int size) {
  char *p = malloc((size_t)size);
  if (p)
    p[0] = 0;
  return p;
}

int main(void) {
#ifdef BUG
  make(4);
#else
  char *p = make(4);
  free(p);
#endif
  return 0;
}
