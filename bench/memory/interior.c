// A global leads into the middle of the block; the fault past its end.
#include <stdlib.h>

static char *cursor;

int main(void) {
  char *text = malloc(8);
  if (!text)
    return 0;
  text[7] = 0;
  cursor = text + 7;
#ifdef BUG
  cursor++;
#endif
  return 0;
}
