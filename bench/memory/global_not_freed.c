// All is freed in the end; with the fault a global keeps it.
#include <stdlib.h>

static char *name;

int main(void) {
  name = malloc(16);
  if (name)
    name[0] = 0;
#ifndef BUG
  free(name);
#endif
  return 0;
}
