// The average of two 32-bit values in 64 bits lies between them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
#ifdef BUG
  long mean = (a + b) / 2;
#else
  long mean = ((long)a + b) / 2;
#endif
  if (a <= b)
    assert(a <= mean && mean <= b);
  else
    assert(b <= mean && mean <= a);
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
