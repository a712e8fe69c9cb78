// A time of day is put together without overflow.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int h = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int s = __VERIFIER_nondet_int();
  __VERIFIER_assume(h >= 0 && m >= 0 && m < 60 && s >= 0 && s < 60);
#ifndef BUG
  __VERIFIER_assume(h < 24);
#endif
  int t = (h * 60 + m) * 60 + s;
  assert(t / 3600 == h && t / 60 % 60 == m && t % 60 == s);
  return 0;
}

/* test: check --cpu-timeout 20s --overflow --div0
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow --div0 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
