// Remainders of remainders and quotients of quotients.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x % 3600 % 60 == x % 60);
  assert(x / 60 / 60 == x / 3600);
#ifdef BUG
  assert(x % 3600 / 60 == x / 60);
#else
  assert(x % 3600 / 60 == x / 60 % 60);
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
