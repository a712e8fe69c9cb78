// Seed 003, figure 1: is < transitive? The Cartesian abstraction with its three
// predicates does not say so; constraints do, and so does the joint one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x < y) {
    if (y < z) {
      if (!(x < z)) {
        reach_error();
      }
    }
  }
  return 0;
}

/* test: check --engine=summaries
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -v --engine=summaries --cube 3
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: enforce !(x < y && y < z && !(x < z))
 * stderr-contains: 3 predicates, 1 NDF-states
 */
/* test: check -v --engine=summaries --cube inf --enforce=entry
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: constrain test/c/slam/transitive.c:8:11: !(x < y && (y < z)' && !(x < z)')
 */
/* test: check -v --engine=summaries --cube 3 --constrain-drop --enforce=trace
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: !(x < y && (y < z)' && !(x < z)')
 */
/* test: check -v --engine=summaries --cube 3 --constrain-weak
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: !(x < y && !(y < z) && !(x < z) && (y < z)' && !(x < z)')
 */
/* test: check --engine=summaries --cube 3 --constrain-backward
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -v --engine=summaries --constrain=eager
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: enforce !(x < y && y < z && !(x < z))
 */
/* test: check --stats --engine=summaries --cube 3 --constrain=off
 * exit: 5
 * stdout-contains: RESULT: unknown (no difference found on the way to test/c/slam/transitive.c:12:9)
 * stderr-contains: states in which no difference was found between traces            1
 */
/* test: check --stats --engine=summaries --cube 3
 * exit: 0
 * stderr-contains: passes of Constrain over a trace                                  1
 * stderr-contains: constraints that were found                                       1
 */
/* test: check --engine=summaries --cube 3 --constrain-trigger=hot
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -v --engine=summaries --cube 3 --shrink 100
 * exit: 0
 * stdout-contains: RESULT: true
 * stdout-contains: proof: 2 predicates
 * stderr-contains: 2 of 3 predicates are needed
 */
