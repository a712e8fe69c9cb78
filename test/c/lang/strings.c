// String and character literals: escapes, concatenation, wide, Unicode, arrays.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char escapes[] = "\a\b\f\n\r\t\v\\\'\"\?\0\x41\101\x7f\e";
static const wchar_t wide[] = L"w\u00e4\u20ac\U0001F600";
static const char16_t sixteen[] = u"\u20ac\U0001F600";
static const char32_t thirty_two[] = U"\u20ac\U0001F600";
static char buffer[] = "abc" "def"
                       "ghi";

static size_t length(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int main(void) {
  for (size_t i = 0; i < sizeof escapes; i++)
    printf("%d ", escapes[i]);
  printf("\n%s %d\n", buffer, (int)sizeof buffer);
  printf("%d %d %d %d %d\n", 'a', '\n', '\0', '\xff' == -1, '\377' == '\xff');
  printf("%d %d\n", 'ab' == ('a' << 8 | 'b'), (int)sizeof 'a');
  for (size_t i = 0; wide[i]; i++)
    printf("%lx ", (unsigned long)wide[i]);
  printf("%d %d\n", (int)length(wide), (int)(wcslen(wide) == length(wide)));
  for (int i = 0; sixteen[i]; i++)
    printf("%x ", (unsigned)sixteen[i]);
  for (int i = 0; thirty_two[i]; i++)
    printf("%x ", (unsigned)thirty_two[i]);
  const unsigned char *utf8 = (const unsigned char *)u8"\u00e4\u20ac";
  while (*utf8)
    printf("%02x", *utf8++);
  printf("\n%d %d\n", L'\u20ac' == 0x20ac, (int)u'a');

  // Literals are arrays: subscript, pointer arithmetic, embedded zeros.
  printf("%c %c %s\n", "hello"[1], *("world" + 4), "skip this" + 5);
  printf("%d %d\n", (int)sizeof "a\0b", (int)strlen("a\0b"));
  char zeros[] = "x\0y\0z";
  int seen = 0;
  for (size_t i = 0; i < sizeof zeros; i++)
    seen = seen * 2 + !zeros[i];
  printf("%d\n", seen);
  const char *p = "pointer", *q = p;
  while (*q)
    q++;
  printf("%d %s\n", (int)(q - p), q - 3);
  char changed[] = "immutable?";
  changed[0] -= 32;
  changed[9] = '!';
  printf("%s\n", changed);
  printf("%s|%s\n", __func__, strrchr(__FILE__, '.'));
  printf("%s\n", "a??" "/b \
continued");
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
