// Accesses that we cannot resolve leave open what follows, and only that.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  int x = 1, *p;
#if WAY == 1
  p = (int *)0x5000;
  x = *p;
  assert(x == 3);
#elif WAY == 2
  p = (int *)__VERIFIER_nondet_ulong();
  *p = 3;
  assert(x == 1);
#elif WAY == 3
  p = __VERIFIER_nondet_int() ? &x : (int *)0x5000;
  *p = 3;
  assert(x == 3);
#elif WAY == 4
  p = (int *)__VERIFIER_nondet_ulong();
  if (__VERIFIER_nondet_int()) {
    *p = 3;
    return 0;
  }
  assert(x == 1);
#elif WAY == 5
  p = (int *)__VERIFIER_nondet_ulong();
  if (x != 1)
    *p = 3;
  assert(x == 1);
#elif WAY == 6
  p = (int *)0x5000;
  *p = 3; // a device, perhaps: nothing of ours
  assert(x == 1);
#endif
  return 0;
}

/* test: check -DWAY=1
 * exit: 5
 * stdout-contains: unresolved.c:9:7 (undefined: read of 4 bytes through a pointer to no object (0x5000))
 */
/* test: check -DWAY=2
 * exit: 5
 * stdout-contains: a write through a pointer that is not resolved at test/c/trust/unresolved.c:13:6
 */
/* test: check -DWAY=3
 * exit: 5
 * stdout-contains: unresolved.c:17:6
 */
/* test: check -DWAY=4
 * stdout-contains: RESULT: true
 */
/* test: check -DWAY=5
 * stdout-contains: RESULT: true
 */
/* test: check -DWAY=6
 * stdout-contains: RESULT: true
 */
