// Executions that __VERIFIER_assume excludes do not count.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(n >= 0 && n < 5);
#else
  __VERIFIER_assume(n >= 0 && n < 6);
#endif
  int i = 0;
  while (i < n)
    i++;
  assert(i < 5);
  __VERIFIER_assume(0);
  assert(0);
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
