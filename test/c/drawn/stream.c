// A stream that is given is open, whatever its bytes are: that a drawn one is
// not is no violation.
#include <stdio.h>

int put(FILE *out, const char *text, unsigned at) {
  if (fputc('>', out) == EOF)
    return -1;
  return text[at % 2];
}

int null(FILE *out) { return fputc('>', out); }

/* test: check --deref --nonnull --function put $file
 * exit: 10
 * stdout-contains: stream.c:8
 * stdout-lacks: stream.c:6  valid access
 */
/* test: check --deref --nonnull --function null $file
 * exit: 0
 */
/* test: check --deref --function null $file
 * exit: 10
 * stdout-contains: out = null
 */
