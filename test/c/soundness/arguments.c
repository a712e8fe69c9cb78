// Routines of the library are called with what C allows, unless --deref asks.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'};
  if (!__VERIFIER_nondet_int())
    text[3] = 0;
  assert(strlen(text) <= 3);
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check --deref
 * exit: 10
 */
