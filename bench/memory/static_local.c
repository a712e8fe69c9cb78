// A static variable of a function keeps the memory; without static it is lost.
#include <stdlib.h>

static void remember(void) {
#ifdef BUG
  int *cache = 0;
#else
  static int *cache;
#endif
  if (!cache)
    cache = malloc(sizeof *cache);
}

int main(void) {
  remember();
  return 0;
}
