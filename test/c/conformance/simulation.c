// Refinement in simulation: the same as traces where the specification is
// deterministic; otherwise traces do not suffice.
void do_a(void);
void do_b(void);
void do_c(void);
int coin(void);

int late(void) { // decides after a
  do_a();
  if (coin())
    do_b();
  else
    do_c();
  return 0;
}

int early(void) { // decides before a
  if (coin()) {
    do_a();
    do_b();
  } else {
    do_a();
    do_c();
  }
#ifdef BUG
  do_b();
#endif
  return 0;
}

/* test: check --spec $dir/simulation.spec $file
 * stdout-contains: check late: late refines LATE in simulation: true
 * stdout-contains: check early: early refines EARLY in simulation: true
 * stdout-contains: check early_late: early refines LATE in simulation: true
 * stdout-contains: check traces: late refines EARLY: true
 * stdout-contains: check late_early: late refines EARLY in simulation: false
 * stdout-contains: or, after the same beginning:
 * exit: 0
 */
/* test: check --spec $dir/simulation.spec $file -DBUG
 * exit: 10
 * stdout-contains: check early: early refines EARLY in simulation: false
 * stdout-contains: check early_late: early refines LATE in simulation: false
 */
