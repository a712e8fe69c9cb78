// A loop with a known and one with an unknown bound.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
#ifndef BUG
#define BUG 0
#endif

int main(void) {
#ifndef UNKNOWN_BOUND
  int i = 0;
  while (i < 10)
    i++;
  assert(i == 10 + BUG);
#endif
#ifdef UNKNOWN_BOUND
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  while (k < n)
    k++;
  assert(k == n && !(BUG && k == 3));
#endif
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DUNKNOWN_BOUND --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DUNKNOWN_BOUND -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --no-merge
 * exit: 0
 * stdout-contains: RESULT: true
 */
