// A divisor that may be zero: a sum, or the average of nothing.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned sum = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
#ifdef BUG
  unsigned mean = sum / (n + 1);
#else
  unsigned mean = sum / (n / 2 + 1);
#endif
  assert(mean <= sum);
  return 0;
}

/* test: check --cpu-timeout 20s --overflow --div0
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow --div0 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-div0)
 */
