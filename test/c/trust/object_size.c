// How large an object is according to the compiler: what it knows of a pointer
// that is no variable is not looked at.
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef KNOWN
  char buffer[8];
  assert(__builtin_object_size(buffer, 0) == 8);
#else
  assert(__builtin_object_size("abcd", 0) SAYS 5);
#endif
  return 0;
}

/* test: check -DKNOWN
 * exit: 0
 */
/* test: check -DSAYS===
 * exit: 5
 */
/* test: check -DSAYS=!=
 * exit: 5
 */
