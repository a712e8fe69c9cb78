// Seed 003, figure 1: needs that x < y and y < z are related to x < z, which
// predicates updated one by one do not know.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x < y + BUG) {
    if (y < z + BUG) {
      if (!(x < z))
        reach_error();
    }
  }
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
/* test: check --32 --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
