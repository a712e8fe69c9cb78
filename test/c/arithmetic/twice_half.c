// A doubled value halved again: the same in 64 bits, not in 32.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
#ifdef BUG
typedef unsigned wide;
#else
typedef long wide;
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((wide)x * 2 / 2 == x);
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
