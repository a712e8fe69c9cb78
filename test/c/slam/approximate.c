// Seed 004, section 3.2: by y > 1 it is known that y > 0, and never that it is
// not: choice(y > 1, f), and for its opposite, z <= 0, choice(f, y > 1).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int y = __VERIFIER_nondet_int();
  int z = y;
  if (y > 1 && z <= 0)
    reach_error();
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
