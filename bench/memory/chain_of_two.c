// One block leads to another; the fault frees the outer one first and only.
#include <stdlib.h>

struct outer {
  int *inner;
};

int main(void) {
  struct outer *o = malloc(sizeof *o);
  if (!o)
    return 0;
  o->inner = malloc(sizeof *o->inner);
#ifndef BUG
  free(o->inner);
#endif
  free(o);
  return 0;
}
