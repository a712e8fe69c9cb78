// Parities add up, and consecutive numbers have an even product.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  assert((a + b) % 2 == 0 ? (a & 1) == (b & 1) : (a & 1) != (b & 1));
#ifdef BUG
  assert((long)a * (a + 2L) % 2 == 0);
#else
  assert((long)a * (a + 1L) % 2 == 0);
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
