// Bisimulation: the process can do what the procedure can, at every moment, and
// the other way round.
int coin(void);
void do_a(void);
void do_b(void);
void do_c(void);
int ask(void);
int __VERIFIER_nondet_int(void);

int late(void) { // decides after a, silently
  do_a();
  if (coin())
    do_b();
  else
    do_c();
  return 0;
}

int early(void) { // decides before a
  int first = coin();
  do_a();
#ifdef BUG
  if (first > 5)
    return 0;
#endif
  if (first)
    do_b();
  else
    do_c();
  return 0;
}

int offer(void) { // the routine offers b and c
  do_a();
  ask();
  return 0;
}

int counted(int n) { // whatever n is
  for (unsigned k = 0; k < 2; k++)
    do_a();
  if (n > 7)
    n = 7;
  do_b();
  return 0;
}

int again(void) { // for ever
  for (;;) {
    int n = __VERIFIER_nondet_int();
    do_a();
    if (n > 3)
      do_b();
  }
}

/* test: check --spec $dir/bisimulation.spec $file
 * stdout-contains: check late: late refines CHOOSES in bisimulation: true
 * stdout-contains: check late_offers: late refines OFFERS in bisimulation: false, as expected
 * stdout-contains: can perform c fails
 * stdout-contains: check late_early: late refines EARLY in bisimulation: false, as expected
 * stdout-contains: check early: early refines EARLY in bisimulation: true
 * stdout-contains: check offer: offer refines OFFERS in bisimulation: true
 * stdout-contains: check offer_chooses: offer refines CHOOSES in bisimulation: false, as expected
 * stdout-contains: check counted: counted refines TWICE in bisimulation: true
 * stdout-contains: check counted_once: counted refines ONCE in bisimulation: false, as expected
 * stdout-contains: check again: again refines AGAIN in bisimulation: true
 * stdout-contains: check process: OFFERS refines CHOOSES in bisimulation: false, as expected
 * exit: 0
 */
/* test: check --spec $dir/bisimulation.spec $file -DBUG --check early
 * exit: 10
 * stdout-contains: check early: early refines EARLY in bisimulation: false
 */
