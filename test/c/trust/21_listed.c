// What is assumed away is listed, with its place.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2], *p = 0, x = 1;
  (void)p;
#if WAY == 1
  a[5] = 1;
#elif WAY == 2
  *p = 1;
#elif WAY == 3
  x = *p;
#elif WAY == 4
  if (__VERIFIER_nondet_int())
    p = &x;
  *p = 2; // without this nothing is certain
  assert(x == 2);
  return 0;
#endif
  (void)a;
  assert(x == 0);
  return 0;
}

/* test: check -DWAY=1
 * exit: 4
 * stdout-contains: no undefined behaviour at 1 place: invalid write (test/c/trust/21_listed.c:8:8)
 * stdout-contains: RESULT: true (vacuous
 */
/* test: check -DWAY=2
 * exit: 4
 * stdout-contains: no undefined behaviour at 1 place: invalid write (test/c/trust/21_listed.c:10:6)
 * stdout-contains: RESULT: true (vacuous
 */
/* test: check -DWAY=3
 * exit: 4
 * stdout-contains: no undefined behaviour at 1 place: invalid read (test/c/trust/21_listed.c:12:7)
 * stdout-contains: RESULT: true (vacuous
 */
/* test: check -DWAY=4
 * stdout-contains: no undefined behaviour at 1 place: invalid write (test/c/trust/21_listed.c:16:6)
 * stdout-contains: RESULT: true
 */
/* test: check -DWAY=1 --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check -DWAY=2 --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check -DWAY=3 --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check -DWAY=4 --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
