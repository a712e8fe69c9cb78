// Components that are followed by values, until simulation is asked about:
// whether the check is vacuous is asked after that.
int toss(void);
int some(void);
int few(void);
void quit(void);
void act_a(void);
void act_b(void);
void act_c(void);
void act_d(void);

int f(void) {
  act_c();
  act_a();
  if (toss()) {
    act_d();
    return some();
  }
  act_b();
  return -1;
}

int g(void) {
  act_b();
  if (toss()) {
    if (toss()) {
      act_c();
      return toss();
    }
    return 1;
  }
  act_d();
  if (toss()) {
    return some() - toss();
  }
  return -1;
}
/* test: check -q --spec $dir/simulated_values.spec $file
 * exit: 4
 * stdout-contains: check simulated: S refines C in simulation: true (vacuous
 */
