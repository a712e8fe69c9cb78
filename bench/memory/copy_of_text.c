// strdup allocates; the fault forgets the copy.
#include <string.h>
#include <stdlib.h>

int main(void) {
  char *copy = strdup("text");
#ifdef BUG
  copy = 0;
#endif
  free(copy);
  return 0;
}
