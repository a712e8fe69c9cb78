// (a + b) * c and squares of sums.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int c = __VERIFIER_nondet_int();
  assert((a + b) * c == a * c + b * c);
#ifdef BUG
  assert((a + b) * (a - b) == a * a + b * b);
#else
  assert((a + b) * (a - b) == a * a - b * b);
#endif
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
