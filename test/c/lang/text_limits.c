// Numbers that do not fit, and bases: texts that are no literals, but known.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char many[] = "99999999999999999999", minus[] = "-1", octal[] = " 0178",
       hex[] = "-0xfg", least[] = "-9223372036854775809", *end;
#ifdef NARROW
  assert(atoi(many) == -1);
  assert(strtol(many, 0, 10) == 9223372036854775807L);
#elif defined WIDE
  assert(strtoul(many, 0, 10) == 18446744073709551615UL);
  assert(strtol(least, 0, 10) == -9223372036854775807L - 1);
#elif defined WRONG
  assert(strtol(many, 0, 10) == -1);
#else
  assert(strtoul(minus, 0, 10) == 18446744073709551615UL);
  assert(strtol(octal, &end, 0) == 15 && *end == '8');
  assert(strtol(hex, &end, 0) == -15 && end == hex + 4);
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DNARROW
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DWIDE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check -DWRONG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
