// Nothing comes after exit, abort or a function that is declared noreturn.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void give_up(void) __attribute__((noreturn));

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    exit(1);
  if (x > 100)
    abort();
  if (x == 50)
    give_up();
#ifdef BUG
  assert(x >= 0 && x < 100 && x != 50);
#else
  assert(x >= 0 && x <= 100 && x != 50);
#endif
  exit(0);
  assert(0);
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: x = 100
 * stdout-contains: RESULT: false(unreach-call)
 */
