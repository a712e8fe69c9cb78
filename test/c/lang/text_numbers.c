// Numbers from texts that are inputs: what atoi and strtol make of them is
// known, both ways.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4], *end;
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  long value = strtol(text, &end, 10);
  assert(value >= -99 && value <= 999);
  assert(end >= text && end <= text + 3);
#ifdef LARGE
  assert(value != 987);
#elif defined NEGATIVE
  assert(value >= 0);
#elif defined NOTHING // without digits nothing is read
  assert(end != text);
#elif defined HEX
  assert(strtol(text, 0, 16) != 0xfe);
#elif defined PREFIX
  assert(strtoul(text, &end, 0) != 0 || end != text + 1 || text[1] != 'x');
#elif defined OUTSIDE
  char bytes[2] = {'1', '2'};
  value = strtol(bytes, &end, 10);
#elif defined NOWHERE
  char **nowhere = malloc(2);
  value = nowhere ? strtol(text, nowhere, 10) : 0;
#endif
  return value != 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DLARGE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DNEGATIVE
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DNOTHING
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DHEX
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DPREFIX
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -DOUTSIDE --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check -DNOWHERE --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
