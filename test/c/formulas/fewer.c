// Predicates that were tracked on the way and are not needed are left out
// again, if asked for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int is_locked = 0, errors = 0, calls = 0;
  while (__VERIFIER_nondet_int()) {
    int kind = __VERIFIER_nondet_int();
    assert(!is_locked);
    is_locked = 1;
    if (kind > 3)
      errors++;
    else if (kind < -3 && errors > calls)
      calls = errors;
#ifndef BUG
    is_locked = 0;
#else
    is_locked = kind == 77;
#endif
  }
  return 0;
}

/* test: check --engine=exact --shrink=50 -vv
 * exit: 0
 * stderr-contains: predicates suffice, inferred from
 * stdout-contains: RESULT: true
 */

/* test: check --engine=exact --shrink=50 -vv -DBUG
 * exit: 10
 * stderr-contains: predicates suffice, inferred from
 * stdout-contains: RESULT: false(unreach-call)
 */
