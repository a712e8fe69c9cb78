#include <string.h>

int same(const char *a, const char *b) {
  char copy[8];
  if (strlen(a) >= sizeof copy)
    return 0;
  memcpy(copy, a, strlen(a) + 1);
  return strcmp(copy, b) == 0 && strchr(a, 'x');
}
