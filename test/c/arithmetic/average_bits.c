// An average without overflow, by bits: rounded down.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
#ifdef BUG
  unsigned mean = (a | b) - ((a ^ b) >> 2);
#else
  unsigned mean = (a & b) + ((a ^ b) >> 1);
#endif
  assert(mean == (unsigned)(((unsigned long)a + b) / 2));
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
