// A routine that comes to END never comes back: the execution goes on there for
// ever, it is not one that an assumption excludes.
extern int wait_for(void), perform(void);
int stage;

int work(void) {
  wait_for();
  stage = 1;
  return 0;
}

int act(void) {
  return perform();
}

/* test: check --spec $dir/never_back.spec $file
 * exit: 0
 * stdout-contains: check all: work ctl AF "stage == 1": false, as expected
 * stdout-contains: check some: work ctl EF "stage == 1": true
 * stdout-contains: check linear: work ltl F "stage == 1": false, as expected
 * stdout-contains: check traces: act refines ONE: false, as expected
 * stdout-contains: check simulated: act refines ONE in simulation: false, as expected
 * stdout-contains: check both: act refines ONE in bisimulation: false, as expected
 * stdout-contains: check two: act refines TWO in bisimulation: true
 */
