// Degrees in tenths, there and back.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c >= -2730 && c <= 10000);
  int f = c * 9 / 5 + 320;
  assert(f >= -4594 && f <= 18320);
  int back = (f - 320) * 5 / 9;
#ifdef BUG
  assert(back == c);
#else
  assert(back - c <= 1 && c - back <= 1);
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
