// The running example of seed 000: figure 2, line by line. -DBUG=1 and -DBUG=2
// start with another y, so that one of the calls is followed by a return that
// figure 3 does not allow.
#if BUG == 1
#define Y 12
#elif BUG == 2
#define Y 5
#else
#define Y 8
#endif

void do_a(void);
void do_b(void);

int example(void) {
  int x, y = Y;
  if (x == 0) {
    do_a();
    if (y < 10) {
      return 0;
    } else {
      return 1;
    }
  } else {
    do_b();
    if (y > 5) {
      return 2;
    } else {
      return 3;
    }
  }
}

/* test: spec $dir/figure2.spec $file
 * exit: 0
 * stdout-contains: check figure3: function example refines SPEC in traces
 * stdout-contains: returns: return{0}, return{2}, return{other}
 */
/* test: check --spec $dir/figure2.spec $file --check figure3
 * exit: 0
 * stdout-contains: proof: 2 predicates of 2 branches
 * stdout-contains: figure2.c:19:9: y < 10
 * stdout-contains: figure2.c:26:9: y > 5
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/figure2.spec $file
 * exit: 0
 * stdout-contains: check only_a: example refines ONLY_A: false, as expected
 * stdout-contains: check only_b: example refines ONLY_B: false, as expected
 * stdout-contains: check twice: example refines TWICE: false, as expected
 * stdout-contains: check calls: example refines CALLS: true, as expected
 * stdout-contains: check returns: example refines RETURNS: true, as expected
 * stdout-contains: check simulated: example refines SPEC in simulation: true, as expected
 */
/* test: check --spec $dir/figure2.spec $file --check figure3 -DBUG=1
 * exit: 10
 * stdout-contains: performs return{other}; specification in state 1: forbidden
 * stdout-contains: allowed there: return{0}
 */
/* test: check --spec $dir/figure2.spec $file --check figure3 -DBUG=2
 * exit: 10
 * stdout-contains: allowed there: return{2}
 */
