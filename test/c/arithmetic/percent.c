// A share in percent is at most 100.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned part = __VERIFIER_nondet_uint(), total = __VERIFIER_nondet_uint();
  __VERIFIER_assume(total > 0 && part <= total);
  unsigned percent = (unsigned long)part * 100 / total;
#ifdef BUG
  assert(percent <= 100 && (percent == 0) == (part == 0));
#else
  assert(percent <= 100 && (percent == 100 || part != total));
#endif
  assert(part * 100 / total <= 100);
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
