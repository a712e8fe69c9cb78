// A product that fits, divided by what is not zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int part = __VERIFIER_nondet_int(), total = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= part && part <= total);
#ifdef BUG
  __VERIFIER_assume(0 < total);
#else
  __VERIFIER_assume(0 < total && total <= 20000000);
#endif
  int percent = part * 100 / total;
  assert(percent >= 0 && percent <= 100);
  return 0;
}

/* test: check --cpu-timeout 20s --overflow --div0
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow --div0 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
