// Blocks in an array, freed in another order; the fault stops too early.
#include <stdlib.h>

int main(void) {
  char *all[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    all[i] = malloc(2);
#ifdef BUG
  for (int i = 2; i > 0; i--)
#else
  for (int i = 2; i >= 0; i--)
#endif
    free(all[i]);
  return 0;
}
