// Formals that may point to the same variable: Pre of an assignment through one
// of them says so of what the other points to (seed 003, section 3.1, by
// Morris's axiom).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void bump(int *p, int *q) {
  int before = *q;
  *p = before + 1;
  if (p == q && *q != before + 1)
    reach_error();
#ifndef BUG
  if (p != q && *q != before)
#else
  if (*q != before)
#endif
    reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  bump(&x, &y);
  bump(&x, __VERIFIER_nondet_int() ? &x : &y);
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries --cube 3
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
