// A program with a fault has no contracts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4 && f(n) == 3)
    reach_error();
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 10
 * stdout-contains: // there are none: nothing was proved
 */
