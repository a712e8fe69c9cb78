// A rule that counts: what is taken is given back, also where something else
// is taken and given in between, however often. Single traces give conditions
// of the count; that it is 1, or 2, holds between them.
void reach_error(void);
int __VERIFIER_nondet_int(void);

static int held;

static int take(void) {
  if (__VERIFIER_nondet_int())
    return 0;
  held++;
  return 1;
}

static void give(void) {
  if (held <= 0)
    reach_error();
  held--;
}

static int enter(void) {
  if (!take())
    return -16;
  return 0;
}

static int operation(void) {
  int failed = enter();
  if (failed)
    return failed;
#ifndef BUG
  give();
#else
  give(), give();
#endif
  return 0;
}

int main(void) {
  if (!take())
    return 1;
  while (__VERIFIER_nondet_int())
    operation();
  give();
  return 0;
}

/* test: check --engine=summaries --cube 3 --prover fast
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries --cube joint
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --engine=summaries --cube 3 --prover fast --constrain=off
 * exit: 5
 * stdout-contains: RESULT: unknown (no difference found on the way to
 */
/* test: check --engine=summaries --cube 3 --prover fast -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --stats --engine=summaries --cube 3 --prover fast
 * exit: 0
 * stderr-contains: passes of Constrain over a trace                                  3
 */
/* test: check --stats --engine=summaries --cube 3 --prover fast --constrain-trigger=hot
 * exit: 0
 * stderr-contains: passes of Constrain over a trace                                  4
 */
/* test: check -v --engine=summaries --cube 3 --prover fast --shrink 100
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: 9 of 11 predicates are needed
 */
/* test: check -v --engine=summaries --cube 3 --prover fast --shrink 1
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: predicates are needed (1 trials)
 */
