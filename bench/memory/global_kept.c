// A global still leads to the memory; with the fault it is overwritten.
#include <stdlib.h>

int *kept;

int main(void) {
  kept = malloc(sizeof *kept);
#ifdef BUG
  kept = 0;
#endif
  return 0;
}
