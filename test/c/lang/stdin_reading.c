// Reading standard input by characters, lines and conversions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[16];
  int count;
  if (scanf("%d", &count) != 1)
    return 1;
  long sum = 0;
  for (int i = 0; i < count; i++) {
    long v;
    if (scanf("%ld", &v) == 1)
      sum += v;
  }
  printf("%d numbers, sum %ld\n", count, sum);
  getchar(); // the end of the line
  while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0)
    printf("[%s]%d\n", line, (int)strlen(line));
  int c, vowels = 0, lines = 0;
  c = getchar();
  ungetc(c, stdin);
  printf("peeked %c\n", c);
  while ((c = getc(stdin)) != EOF) {
    if (c == '!')
      break;
    vowels += strchr("aeiou", c) != NULL;
    lines += c == '\n';
  }
  printf("%d vowels, %d lines\n", vowels, lines);
  char rest[64];
  size_t got = fread(rest, 1, sizeof rest - 1, stdin);
  rest[got] = 0;
  printf("%d [%s]\n", (int)got, rest);
  printf("%d %d %d\n", getchar() == EOF, feof(stdin) != 0, ferror(stdin) != 0);
  printf("%d %d\n", fgets(line, sizeof line, stdin) == NULL,
         scanf("%d", &count) == EOF);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 * stdin:
 * 4
 * 10 -20
 * 300   4000
 * short
 * a line longer than the buffer holds
 *
 * end
 * some text
 * with vowels!
 * the rest
 */
/* test: run
 * exit: 1
 * native: same
 */
