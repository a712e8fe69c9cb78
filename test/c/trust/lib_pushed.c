// What ungetc put back is what the next read gets, so that a violation that
// needs another character there is none.
#include <assert.h>
#include <stdio.h>

#define PLUS "+"

int main(void) {
#ifdef FILES // opened for both, which the host's library writes badly
  FILE *in = fopen("file", "r" BOTH);
  if (!in)
    return 0;
#else
  FILE *in = stdin;
#endif
  int put = ungetc('q', in);
#ifdef READ
  assert(getc(in) == 'q' || put == EOF);
#else
  fputc('x', in);
  assert(put != 'q');
#endif
  return 0;
}

/* test: check
 * exit: 10
 */
/* test: check -DREAD
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check -DFILES -DBOTH=
 * exit: 10
 */
/* test: check -DFILES -DBOTH=PLUS
 * exit: 5
 * stdout-contains: ungetc to a stream that can be written
 */
