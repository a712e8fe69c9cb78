// Assertions by exact abstraction: both answers come from one abstraction, and
// a violation is shown by an execution that was run.
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int lock = 0, old, n = __VERIFIER_nondet_int();
  do {
    if (lock)
      reach_error();
    lock = 1;
    old = n;
    if (__VERIFIER_nondet_int()) {
      lock = 0;
      n = n + 1;
    }
  } while (n != old);
#ifdef BUG
  lock = 0;
#endif
  if (!lock)
    reach_error();
  return 0;
}

/* test: check --engine=exact -vv $file
 * exit: 0
 * stderr-contains: round 1: 16 states, 0 predicates: unknown
 * stderr-contains: not known: whether lock != 0
 * stderr-contains: round 4: 14 states, 3 predicates: true
 * stderr-contains: rechecked
 * stdout-contains: RESULT: true
 */
/* test: check --engine=exact -DBUG $file
 * exit: 10
 * stdout-contains: counterexample
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --engine=exact --spec $dir/steps.spec $dir/steps.c
 * exit: 1
 * stderr-contains: `--engine` has no effect here
 */
