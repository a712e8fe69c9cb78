#include <stdio.h>

int count_lines(const char *path) {
  int lines = 0, c;
  FILE *in = fopen(path, "r");
  if (!in)
    return -1;
  while ((c = fgetc(in)) != EOF)
    lines += c == '\n';
  fclose(in);
  printf("%d\n", lines);
  return lines;
}
