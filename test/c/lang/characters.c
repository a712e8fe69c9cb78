// char, signed char and unsigned char: three types, promotions, comparisons.
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s)
    h = h * 33 ^ (unsigned char)*s++;
  return h;
}
static int signed_sum(const char *s) {
  int sum = 0;
  while (*s)
    sum += *s++;
  return sum;
}

int main(void) {
  printf("%d %d %d %d\n", CHAR_MIN, CHAR_MAX, SCHAR_MIN, UCHAR_MAX);
  char c = (char)200;
  signed char s = (signed char)200;
  unsigned char u = 200;
  printf("%d %d %d\n", c, s, u);
  printf("%d %d %d\n", c == s, c == u, (unsigned char)c == u);
  printf("%d %d\n", s < u, (char)-1 < (unsigned char)0);
  u = 255, u++;
  s = 127, s = (signed char)(s + 1);
  printf("%d %d\n", u, s);
  printf("%d %d %d\n", ~u, (unsigned char)~u, -(unsigned char)5);
  u = 0x80;
  printf("%d %d %d\n", u << 1, u >> 3, (signed char)u >> 3);
  printf("%u %d\n", hash("gr\xfc\xdf"), signed_sum("gr\xfc\xdf"));
  int classes[12] = {0};
  for (int i = 0; i < 128; i++) {
    int (*const f[])(int) = {isalpha, isdigit, isalnum, isspace,
                             isupper, islower, ispunct, isprint,
                             isgraph, iscntrl, isxdigit, isblank};
    for (int k = 0; k < 12; k++)
      classes[k] += !!f[k](i) * i;
  }
  for (int k = 0; k < 12; k++)
    printf("%d ", classes[k]);
  printf("\n%c%c%c%c %d\n", toupper('a'), tolower('Z'), toupper('1'),
         tolower('_'), isalpha(EOF) != 0);
  char text[] = "Hello, World 42";
  for (char *p = text; *p; p++)
    *p = (char)(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
  printf("%s\n", text);
  for (char l = 'a'; l <= 'e'; l++)
    putchar(l);
  putchar('\n');
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
