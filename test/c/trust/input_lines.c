// What is read line by line, byte by byte, and when it ends.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[6];
  int c;
#if defined LINE
  if (fgets(line, sizeof line, stdin))
    assert(line[0] != 'o' || line[1] != 'k' || line[2] != '\n');
#elif defined TWO
  char other[6];
  if (fgets(line, sizeof line, stdin) && fgets(other, sizeof other, stdin))
    assert(line[0] != 'a' || other[0] != 'b');
#elif defined TERMINATED
  if (fgets(line, sizeof line, stdin)) {
    int n = 0;
    while (n < 6 && line[n])
      n++;
    assert(n < 6);
  }
#elif defined NULL_OR_IT
  char *got = fgets(line, sizeof line, stdin);
  assert(!got || got == line);
#elif defined ENDS
  // An end that was met is told.
  c = getchar();
  if (c == EOF)
    assert(!feof(stdin));
#elif defined GOES_ON
  c = getchar();
  if (c != EOF)
    assert(!feof(stdin) || ferror(stdin)); // no violation is possible
#elif defined BACK
  c = getchar();
  if (c != EOF && ungetc(c, stdin) == c)
    assert(getchar() == c); // nor here
#elif defined RECORDS
  short a[2] = {7, 7};
  size_t n = fread(a, sizeof a[0], 2, stdin);
  assert(n <= 2);
  assert(n < 2 || a[0] != 0x1234 || a[1] != 0);
#elif defined ZERO
  // A zero is a byte like any other.
  if (fgets(line, sizeof line, stdin))
    assert(line[0] != 0 || line[1] != 'x');
#elif defined FILES
  FILE *in = fopen("data", "r");
  if (!in)
    return 0;
  assert(getc(in) != 'a' || getc(in) != 'b' || getchar() != 'c');
  fclose(in);
#endif
  return 0;
}

/* test: check -DLINE
 * exit: 10
 * stdout-contains: stdin: "ok\n
 * test: check -DTWO
 * exit: 10
 * stdout-contains: stdin: "a
 * test: check -DTERMINATED
 * exit: 0
 * test: check --deref -DTERMINATED
 * exit: 0
 * test: check -DNULL_OR_IT
 * exit: 0
 * test: check -DENDS
 * exit: 10
 * stdout-contains: stdin: ""
 * test: check -DGOES_ON
 * exit: 5
 * test: check -DBACK
 * exit: 5
 * test: check -DRECORDS
 * exit: 10
 * stdout-contains: stdin: "4\022\000\000"
 * test: check -DZERO
 * exit: 10
 * stdout-contains: stdin: "\000x
 * test: check -DFILES
 * exit: 10
 * stdout-contains: stdin: "c"
 * stdout-contains: stream 1 that is opened: "ab"
 */
