// The paper's choice of predicates (seed 000, section 6; seed 002, figure 3, of
// data): for all spurious paths so far, anew after each.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, open = 0, steps = 0;
  while (__VERIFIER_nondet_int() && steps < 100) {
    if (state == 0) {
      open = 1;
      state = 1;
    } else if (state == 1) {
      assert(open);
      state = 2;
    } else {
#ifdef FAULT
      open = __VERIFIER_nondet_int();
      state = 1;
#else
      open = 0;
      state = 0;
#endif
    }
    steps++;
  }
}

/* test: check -v --minimise=paper
 * exit: 0
 * stderr-contains: sets of branches tried
 * stdout-contains: RESULT: true
 */
/* test: check -v --minimise=greedy
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --minimise=paper -DFAULT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
