// The two ways to say when a year is a leap year.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y >= 0);
  int leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
#ifdef BUG
  int other = y % 100 ? y % 4 == 0 : y % 200 == 0;
#else
  int other = y % 100 ? y % 4 == 0 : y % 16 == 0;
#endif
  assert(leap == other);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
