// Seed 004, section 3.2: y := y - 1 by predicates; y is unsigned, so that it
// stays below 3 only if it was not 0.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned y = __VERIFIER_nondet_uint();
  int x = 2;
  while (y <= 2) {
    if (y == 0)
      return 0;
    y = y - 1;
  }
  if (x != 2)
    reach_error();
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
