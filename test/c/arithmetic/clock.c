// Seconds as hours, minutes and seconds, and back.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned t = __VERIFIER_nondet_uint();
#ifndef BUG
  t %= 86400;
#endif
  unsigned h = t / 3600, m = t % 3600 / 60, s = t % 60;
  assert(m < 60 && s < 60);
  assert(h * 3600 + m * 60 + s == t);
  assert(h < 24);
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
