// A property file names the function that must not be called; then assertions
// are no violations. Overflow is another property, and so is termination.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void alarm_bell(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 1);
#ifndef BUG
  if (x == 1)
#else
  if (x == 2)
#endif
    alarm_bell();
  return 0;
}

/* test: check --check-proof $file $dir/property.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG $file $dir/property.prp
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check
 * exit: 10
 * stdout-contains: property.c:10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check $file $dir/overflow.prp
 * exit: 0
 * stdout-lacks: assert(
 * stdout-contains: RESULT: true
 */
/* test: check $file $dir/termination.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
