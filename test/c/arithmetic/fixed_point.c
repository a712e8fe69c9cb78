// Fixed-point numbers with 16 fractional bits.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int one = 1 << 16;
#ifdef BUG
  int product = (int)((long)(a * one) >> 16);
#else
  int product = (int)((long)a * one >> 16);
#endif
  assert(product == a);
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
