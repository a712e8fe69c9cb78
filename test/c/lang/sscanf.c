// sscanf: conversions, widths, sets, suppression, counts.
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0, n;
  unsigned u, x;
  char word[16], rest[32], ch;
  double d;
  float f;
  long l;
  long long ll;
  short s;
  signed char sc;
  n = sscanf("12 -7  +3", "%d%d %d", &a, &b, &c);
  printf("%d: %d %d %d\n", n, a, b, c);
  n = sscanf("10,20;30", "%d,%d,%d", &a, &b, &c);
  printf("%d: %d %d %d\n", n, a, b, c);
  n = sscanf("ff 0x1A 777", "%x %x %o", &u, &x, (unsigned *)&a);
  printf("%d: %u %u %d\n", n, u, x, a);
  n = sscanf("0x10 010 10", "%i %i %i", &a, &b, &c);
  printf("%d: %d %d %d\n", n, a, b, c);
  n = sscanf("hello world", "%s %c", word, &ch);
  printf("%d: %s %c\n", n, word, ch);
  n = sscanf("3.5e2 -0.25", "%lf %f", &d, &f);
  printf("%d: %g %g\n", n, d, f);
  n = sscanf("123456", "%3d%2d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("-5000000000 100000 70000 300", "%lld %ld %hd %hhd", &ll, &l, &s,
             &sc);
  printf("%d: %lld %ld %d %d\n", n, ll, l, s, sc);
  n = sscanf("key=value # comment", "%15[a-z]=%31[^#]", word, rest);
  printf("%d: [%s] [%s]\n", n, word, rest);
  n = sscanf("1 skip 2", "%d %*s %d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("42 apples", "%d%n", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("abcdef", "%2c%c", word, &ch);
  printf("%d: %c%c %c\n", n, word[0], word[1], ch);
  n = sscanf("x", "%d", &a);
  printf("%d ", n);
  n = sscanf("", "%d", &a);
  printf("%d ", n);
  n = sscanf("   ", "%s", word);
  printf("%d\n", n);
  n = sscanf("50% done", "%d%% %s", &a, word);
  printf("%d: %d %s\n", n, a, word);
  int hour, minute;
  n = sscanf("2024-02-29T23:59", "%d-%d-%dT%2d:%2d", &a, &b, &c, &hour,
             &minute);
  printf("%d %d %d\n", a, b, c);
  size_t z;
  n = sscanf("77", "%zu", &z);
  printf("%d %d\n", n, (int)z);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
