// Simulation: who decides what, and when. The specifications have all traces of
// the programs, so the answer is in the branching.
void do_a(void);
void do_b(void);
void do_c(void);
void do_d(void);
void do_e(void);
int coin(void);

int kept(void) { // decided before a, told after it
  int choice = coin();
  do_a();
  if (choice)
    do_b();
  else
    do_c();
  return 0;
}

int given(int choice) { // decided by the caller
  do_a();
  if (choice > 3)
    do_b();
  else
    do_c();
  return 0;
}

int later(int limit) { // decided after a, when the caller lets it
  int choice;
  do_a();
  choice = coin();
  if (choice == 7 && limit > 100)
    do_b();
  else
    do_c();
  return 0;
}

int twice(void) { // decides after a, and again after b
  do_a();
  if (coin()) {
    do_b();
    if (coin())
      do_c();
    else
      do_d();
  } else {
    do_e();
  }
  return 0;
}

int loops(void) { // decides after any number of rounds
  do_a();
  while (coin())
    do_b();
  if (coin())
    do_c();
  else
    do_d();
  return 0;
}

/* test: check --spec $dir/simulation_tree.spec $file
 * exit: 0
 * stdout-contains: check kept: kept refines EARLY in simulation: true
 * stdout-contains: check given: given refines EARLY in simulation: true
 * stdout-contains: check later: later refines EARLY in simulation: false
 * stdout-contains: check twice: twice refines TWICE in simulation: false
 * stdout-contains: check loops: loops refines LOOPS in simulation: false
 * stdout-contains: check loops_open: loops refines OPEN in simulation: true
 */
/* test: check --spec $dir/simulation_tree.spec --check later $file
 * exit: 0
 * stdout-contains: or, after the same beginning:
 * stdout-contains: refused by the specification in state
 */
