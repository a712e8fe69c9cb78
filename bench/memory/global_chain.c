// A global leads to a block that leads to another; the fault cuts that link.
#include <stdlib.h>

struct outer {
  int *inner;
};

struct outer *first;

int main(void) {
  first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->inner = malloc(sizeof *first->inner);
#ifdef BUG
  first->inner = 0;
#endif
  return 0;
}
