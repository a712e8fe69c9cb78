// Counts the lines of a file. -DBUG: a file that is too long is left open.
#include <stdio.h>

int count_lines(const char *path, int limit) {
  FILE *stream = fopen(path, "r");
  int lines = 0, c;
  if (!stream)
    return -1;
  while ((c = fgetc(stream)) != EOF) {
    if (c != '\n')
      continue;
    if (lines == limit) {
#ifdef BUG
      return limit;
#else
      break;
#endif
    }
    lines++;
  }
  fclose(stream);
  return lines;
}
