// An execution ends by return, exit, abort, a failing assertion, and by an
// assumption that does not hold.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x > 0)
      exit(0);
#ifndef BUG
    __VERIFIER_assume(0);
#endif
  }
}

/* test: check --termination
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DBUG
 * exit: 10
 */
