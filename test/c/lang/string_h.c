// The functions of string.h.
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
  char a[32] = "hello", b[32];
  printf("%d %d\n", (int)strlen(a), (int)strnlen(a, 3));
  strcpy(b, a);
  strcat(b, ", world");
  strncat(b, "!!!!", 2);
  printf("%s\n", b);
  memset(b, '#', sizeof b);
  strncpy(b, "ab", 5); // pads with zeros
  printf("%d%d%d%c\n", b[2], b[3], b[4], b[5]);
  strncpy(b, "abcdefgh", 4); // no zero
  printf("%.6s\n", b);
  printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "abc")),
         sign(strcmp("same", "same")));
  printf("%d %d %d\n", sign(strncmp("abcx", "abcy", 3)),
         sign(strncmp("abc", "abd", 3)), sign(strcmp("\xff", "a")));
  printf("%d %d\n", sign(strcasecmp("HeLLo", "hEllO")),
         sign(strncasecmp("ABx", "aby", 2)));
  printf("%d %d\n", sign(memcmp("a\0b", "a\0c", 3)), memcmp("x", "y", 0));
  const char *text = "the cat sat on the mat";
  printf("%s|%s|%s\n", strchr(text, 'c'), strrchr(text, 't'),
         strstr(text, "sat"));
  printf("%d %d %d\n", strchr(text, 'z') == NULL,
         (int)(strchr(text, 0) - text), strstr(text, "dog") == NULL);
  printf("%d %d %s\n", (int)strspn("112233x", "123"),
         (int)strcspn("hello, world", " ,"), strpbrk("key=value", "=:"));
  printf("%s %d\n", (char *)memchr("a,b,c", ',', 5) + 1,
         memchr("abc", 'z', 3) == NULL);

  char line[] = "one, two;three,,four";
  for (char *t = strtok(line, ",; "); t; t = strtok(NULL, ",; "))
    printf("[%s]", t);
  char again[] = "k1=v1&k2=v2", *outer, *inner;
  for (char *p = strtok_r(again, "&", &outer); p;
       p = strtok_r(NULL, "&", &outer)) {
    char *key = strtok_r(p, "=", &inner), *value = strtok_r(NULL, "=", &inner);
    printf("(%s:%s)", key, value);
  }
  printf("\n");

  // memmove with overlap in both directions.
  char over[] = "0123456789";
  memmove(over + 2, over, 6);
  printf("%s ", over);
  memmove(over, over + 4, 6);
  printf("%s\n", over);
  char *end = memcpy(b, "copy", 5);
  printf("%d %s\n", end == b, b);
  char *joined = stpcpy(stpcpy(b, "one"), "two");
  printf("%s %d\n", b, (int)(joined - b));
  char *copy = strdup("duplicate"), *part = strndup("duplicate", 3);
  copy[0] = 'D';
  printf("%s %s\n", copy, part);
  __builtin_free(copy);
  __builtin_free(part);
  struct { int v[8]; } big;
  memset(&big, 0xff, sizeof big);
  printf("%d\n", big.v[7]);
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
