// A part given in percent is not larger than the whole.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int whole = __VERIFIER_nondet_int(), percent = __VERIFIER_nondet_int();
  __VERIFIER_assume(whole >= 0 && percent >= 0 && percent <= 100);
#ifdef BUG
  int part = whole * percent / 100;
#else
  int part = (long)whole * percent / 100;
#endif
  assert(part >= 0 && part <= whole);
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
