// The depth follows from the range of an input: the bound is proved.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
#ifdef BUG
  if (factorial(n) >= 24)
#else
  if (factorial(n) > 24)
#endif
    reach_error();
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: proof: all executions
 * stdout-contains: RESULT: true
 */
/* test: check --engine=inline
 * exit: 0
 * stdout-contains: checked
 * stdout-contains: recursion: never more than
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
