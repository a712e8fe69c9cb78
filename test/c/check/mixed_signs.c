// In a comparison of int with unsigned the int becomes unsigned. What long does
// depends on the data model.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (i < 0 && u < 100)
    assert(i > u);
#ifdef BUG
  if (i < 5)
    assert(i < 5u);
#endif
#ifdef LONG
  long l = -1;
  assert(l < u || u == 0); // long holds all of unsigned, or it does not
#endif
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DLONG --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DLONG --32
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
