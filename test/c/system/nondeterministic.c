// Specifications that are not deterministic: what they chose is not known until
// later. Traces do not mind; a simulation has to choose at once.
void do_a(void);
void do_b(void);
void do_c(void);
int coin(void);

void late(void) { // decides after a
  do_a();
  if (coin())
    do_b();
  else
    do_c();
}

void early(int n) { // has decided before a
  do_a();
  if (n > 3)
    do_b();
  else
    do_c();
#ifdef BUG
  if (n == 4)
    do_c();
#endif
}

void partner(void) { do_a(); }

/* test: check -q --spec $dir/nondeterministic.spec $file
 * exit: 0
 * stdout-contains: check late_traces: LATE refines EARLY: true
 * stdout-contains: check late_simulated: LATE refines EARLY in simulation: false
 * stdout-contains: check late_late: LATE refines LATER in simulation: true
 * stdout-contains: check early_traces: SOON refines EARLY: true
 * stdout-contains: check early_simulated: SOON refines EARLY in simulation: true
 * stdout-contains: check silent: LATE refines SILENT: true
 */
/* test: check -q --spec $dir/nondeterministic.spec $file -DBUG
 * exit: 10
 * stdout-contains: check early_traces: SOON refines EARLY: false
 * stdout-contains: check early_simulated: SOON refines EARLY in simulation: false
 */
