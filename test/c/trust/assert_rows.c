// An assertion is no access to memory: with --deref, one that fails is one row.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x);
  return 0;
}

/* test: check --deref
 * exit: 10
 * stdout-contains: assert(x)  fails
 * stdout-lacks: valid access
 * stdout-contains: RESULT: false(unreach-call)
 */
