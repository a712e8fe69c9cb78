// An access inside a routine of the library is one of the line that calls it.
#include <string.h>

int main(void) {
  char to[4];
#ifdef BUG
  strcpy(to, "four"); // the zero byte is the fifth
#else
  strcpy(to, "one");
#endif
  return (int)strlen(to);
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref -DBUG
 * exit: 10
 * stdout-contains: strings_deref.c:7
 * stdout-contains: RESULT: false(valid-deref)
 */
