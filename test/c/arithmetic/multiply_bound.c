// The product of bounded values is bounded.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned w = __VERIFIER_nondet_ushort(), h = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(w <= 1920 && h <= 1080);
  unsigned y = __VERIFIER_nondet_ushort(), x = __VERIFIER_nondet_ushort();
#ifdef BUG
  __VERIFIER_assume(x <= w && y < h);
#else
  __VERIFIER_assume(x < w && y < h);
#endif
  assert(w * h <= 1920 * 1080);
  assert(y * w + x < w * h);
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
