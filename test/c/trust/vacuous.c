// A true that rests on nothing says so; one that is the program's own logic does
// not.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), zero = x - x, a[2];
#if WAY == 1 // assumptions contradict each other
  __VERIFIER_assume(x > 3);
  __VERIFIER_assume(x < 3);
  assert(x == 7);
#elif WAY == 2 // only where there is something to check
  if (x > 0) {
    __VERIFIER_assume(x < 0);
    assert(0);
  }
#elif WAY == 3 // undefined behaviour before everything
  int r = 7 / zero;
  assert(r == 5);
#elif WAY == 4
  a[5] = 1;
  assert(0);
#elif WAY == 5 // nothing to check
  a[0] = x;
#elif WAY == 6 // an assumption that can hold
  __VERIFIER_assume(x > 3);
  if (x < 3)
    assert(0);
#elif WAY == 7 // the program's own logic
  if (x != x)
    assert(x == 7);
#elif WAY == 8
  for (;;)
    ;
  assert(x == 7);
#elif WAY == 9 // one that is checked
  assert(x == x);
  __VERIFIER_assume(x > 3);
  __VERIFIER_assume(x < 3);
  assert(x == 7);
#elif WAY == 10 // undefined behaviour on some executions
  if (x == 3)
    x = 7 / zero;
  assert(x != 3);
#endif
  return a[0] - a[0];
}

/* test: check -q -DWAY=1
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind an assumption that never holds at test/c/trust/vacuous.c:10:3)
 */
/* test: check -q -DWAY=2
 * exit: 4
 * stdout-contains: behind an assumption that never holds at test/c/trust/vacuous.c:14:5)
 */
/* test: check -q -DWAY=3
 * exit: 4
 * stdout-contains: behind undefined behaviour (division by zero) at test/c/trust/vacuous.c:18:13)
 */
/* test: check -q -DWAY=4
 * exit: 4
 * stdout-contains: behind undefined behaviour (invalid write) at test/c/trust/vacuous.c:21:8)
 */
/* test: check -q -DWAY=5
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: no assertion and no call of an error function)
 */
/* test: check -q -DWAY=5 --overflow
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -q -DWAY=6
 * exit: 0
 * stdout-contains: never reached
 * stdout-contains: RESULT: true
 */
/* test: check -q -DWAY=7
 * exit: 0
 * stdout-contains: never reached
 * stdout-contains: RESULT: true
 */
/* test: check -q -DWAY=9
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -q -DWAY=10
 * exit: 0
 * stdout-contains: holds
 * stdout-contains: RESULT: true
 */
/* test: check -q -DWAY=1 --json -
 * exit: 4
 * stdout-contains: "vacuous": "everything
 */
