// Mutual recursion by summaries.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int odd(int n);
int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int y = even(x);
  if (y != 0 && y != 1) reach_error();
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
