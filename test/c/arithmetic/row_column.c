// A cell's number as a row and a column, and back.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(row < 24 && column <= 80);
#else
  __VERIFIER_assume(row < 24 && column < 80);
#endif
  unsigned cell = row * 80 + column;
  assert(cell < 24 * 80);
  assert(cell / 80 == row && cell % 80 == column);
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
