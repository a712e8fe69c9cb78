// What a pass did not use is told.
int put(int port);
void quiet(void);
void loud(void);

int work(int n) {
  for (int i = 0; i < n; i++)
    put(3);
#ifdef USED
  put(-3);
#endif
  quiet();
  return 0;
}

int silent(int n) {
  if (n != n)
    loud();
  quiet();
  return 0;
}

/* test: check --spec $dir/vacuity.spec $file
 * exit: 4
 * stdout-contains: check steps: work refines STEPS: true
 * stderr-contains: vacuity.spec:6:16: warning: trigger `call put($ < 0)` matched nothing
 * stderr-contains: warning: arm 2 of 'put' was never taken
 * stderr-contains: the step 'neg' from state STEPS was never exercised
 * stdout-contains: check vacuous: silent refines LOUD: true (vacuous: no action of the specification can occur)
 * stderr-lacks: the step 'pos' from state STEPS was never exercised
 * stdout-contains: RESULT: true (vacuous: check vacuous: no action of the specification can occur)
 */
/* test: check --spec $dir/vacuity.spec $file -DUSED --check steps
 * exit: 0
 * stdout-contains: check steps: work refines STEPS: true
 * stderr-lacks: matched nothing
 * stderr-lacks: never taken
 * stderr-lacks: never exercised
 */
