// A call of the error function is the violation, whatever its body does; a
// property file or none.
extern int __VERIFIER_nondet_int(void);
#ifdef ASSERTS
#include <assert.h>
#endif

static int calls;

void reach_error(void) {
#ifdef ASSERTS
  assert(0);
#endif
  calls++;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef BUG
  if (x < 5)
#endif
    if (x == 5)
      reach_error();
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
/* test: check -DBUG -DASSERTS $file $dir/unreach.prp
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBUG $file $dir/unreach.prp
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check $file $dir/unreach.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
