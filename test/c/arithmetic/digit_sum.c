// A number and its digit sum are the same modulo nine.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), sum = 0;
  __VERIFIER_assume(x < 1000);
  unsigned rest = x;
  for (int i = 0; i < 3; i++) {
    sum += rest % 10;
    rest /= 10;
  }
  assert(rest == 0);
#ifdef BUG
  assert(sum < 27);
#else
  assert(sum <= 27);
#endif
  assert(sum % 9 == x % 9);
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
