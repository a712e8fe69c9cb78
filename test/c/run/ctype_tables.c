// The meanings of routines agree with the library, for every character.
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <wctype.h>

int main(void) {
  unsigned long h = 7;
  for (int c = -128; c < 256; c++) {
    h = h * 31 + (toupper)(c) + 3 * (tolower)(c);
    h = h * 31 + isalpha(c) + isdigit(c) * 3 + isspace(c) * 5 + ispunct(c) * 7 +
        isprint(c) * 11 + iscntrl(c) * 13 + isxdigit(c) * 17 + isblank(c) * 19 +
        isgraph(c) * 23 + isupper(c) * 29 + islower(c) * 31 + isalnum(c) * 37;
    h = h * 31 + !!(isalpha)(c) + !!(isdigit)(c)*3 + !!(isspace)(c)*5 +
        !!(ispunct)(c)*7 + !!(isprint)(c)*11 + !!(iscntrl)(c)*13 +
        !!(isxdigit)(c)*17 + !!(isblank)(c)*19 + !!(isgraph)(c)*23;
    h = h * 31 + (c & 127) + htons(c) + htonl(c) + abs(c) + ffs(c);
  }
  for (unsigned c = 0; c < 400; c++)
    h = h * 31 + !!iswalpha(c) + !!iswdigit(c) * 3 + !!iswspace(c) * 5 +
        !!iswpunct(c) * 7 + !!iswprint(c) * 11 + !!iswcntrl(c) * 13 +
        towupper(c) + towlower(c) * 3;
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17, -5);
  printf("%lu %d %d %ld %ld %d %ld\n", h, d.quot, d.rem, l.quot, l.rem,
         atoi(" -12x"), strtol("077", 0, 0));
  return 0;
}

/* test: run
 * native: same
 */
/* test: run --32
 * native: same
 */
