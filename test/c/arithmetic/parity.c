// The last bit is the remainder by two of what is not negative.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int();
  assert(u % 2 == (u & 1));
#ifndef BUG
  if (x >= 0)
#endif
    assert(x % 2 == (x & 1));
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
