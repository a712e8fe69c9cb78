// Seed 003, figure 3: procedure calls and returns, and a callee that does not
// return.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void reach_error(void);
int foo(int a) {
  int b = __VERIFIER_nondet_int();
  if (a < b) {
    return b;
  } else {
    exit(0);
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x < y) {
    z = foo(y);
    if (!(x < z)) {
      reach_error();
    }
  }
  return 0;
}

/* test: check --engine=summaries --keep foo
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -v --engine=summaries --keep foo --constrain=eager
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: constrain (return) test/c/slam/returns.c:19:9: !(x < y && foo::a < foo::result && !(x < z)')
 */
/* test: check -v --engine=summaries --keep foo --cube 3 --prover fast
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: constrain (return) test/c/slam/returns.c:19:9: !(x < y && foo::a < foo::result && !(x < z)')
 * stderr-contains: 1 NDF-states
 */
/* test: check -v --engine=summaries --keep foo --cube 3 --prover fast --constrain-weak
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: !(x < y && !(x < z) && foo::a < foo::result && !(x < z)')
 */
/* test: check --engine=summaries --keep foo --cube 3 --prover fast --constrain=off
 * exit: 5
 * stdout-contains: RESULT: unknown (no difference found on the way to test/c/slam/returns.c:21:7)
 */
/* test: check --engine=inline
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --stats --engine=summaries --keep foo --constrain=eager
 * exit: 0
 * stderr-contains: passes of Constrain over a trace                                  5
 * test: check --stats --engine=summaries --keep foo --constrain=eager --constrain-most 1
 * exit: 0
 * stderr-contains: passes of Constrain over a trace                                  6
 * test: check --engine=summaries --keep foo --constrain=eager --constrain-most 1 --constrain-passes 2
 * exit: 5
 * stdout-contains: RESULT: unknown (no difference found
 */
/* test: check -v --engine=summaries --keep foo --cube 3 --prover fast --constrain-backward
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: constrain (return) test/c/slam/returns.c:19:9: !(x < y && foo::a < foo::result && !(x < z)')
 */
