// The same of bounded values, in their own width.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int part = __VERIFIER_nondet_int(), total = __VERIFIER_nondet_int();
  __VERIFIER_assume(total > 0 && total <= 1000000);
#ifdef BUG
  __VERIFIER_assume(part <= total);
#else
  __VERIFIER_assume(0 <= part && part <= total);
#endif
  int percent = part * 100 / total;
  assert(percent >= 0 && percent <= 100);
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
