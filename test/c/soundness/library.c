// What the world outside decides is an input; the rest of the C library has the
// values of glibc in the "C" locale.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (isdigit(c))
    assert(c >= '0' && c <= '9');
#ifdef BUG
  assert(c != 'x');
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: stdin: "x"
 */
