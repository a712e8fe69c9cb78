// A call as three statements: what the parameters are, the call, and what it
// changes of the caller's predicates (seed 003, section 3.1).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int half(int a) {
  int r = __VERIFIER_nondet_int();
  if (a < 10)
    r = 1;
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1;
#ifdef BUG
  if (x < 12)
#else
  if (x < 5)
#endif
    y = half(x);
  if (y != 1)
    reach_error();
  return 0;
}

/* test: dump bp --keep half
 * exit: 0
 * stdout-contains: p1 := schoose[{x < 5}, F];
 * stdout-contains: ret1 := half(p1);
 * stdout-contains: {y == 1} := *;
 * stdout-contains: bool half({half::a < 10})
 */
/* test: check --engine=summaries --keep half
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries --keep half --cube 3 --prover fast
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -v --engine=summaries --keep half --constrain=eager
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: constrain (parameters) test/c/slam/parameters.c:18:9: !(x < 10 && !(half::a < 10)')
 * stderr-contains: constrain (return) test/c/slam/parameters.c:18:9: !(half::result == 1 && !(y == 1)')
 */
/* test: check --engine=summaries --keep half --constrain=eager -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
