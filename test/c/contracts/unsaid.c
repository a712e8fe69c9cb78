// What callers see to is about a variable that another one of its name hides in
// the function: no contract is better than one that says something else.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n;
static void enter(void) {
  if (n)
    reach_error();
  n = 1;
}
static void walk(int n);
static void again(int m) {
  n = 0;
  walk(m);
}
static void walk(int n) {
  enter();
  if (n > 0)
    again(n - 1);
}
int main(void) {
  walk(__VERIFIER_nondet_int());
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 0
 * stdout-contains: has no contract: what its callers see to cannot be said in C
 */
