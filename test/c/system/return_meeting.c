// The returns of components in compositions: those of one component meet, those
// of different ones have nothing to do with each other.
void go(void);
int ask(void);

int one(void) {
  go();
  return ask() > 0 ? 1 : 0;
}

int two(void) {
  go();
  return 0;
}

/* test: check -q --spec $dir/return_meeting.spec
 * exit: 10
 * stdout-contains: check a: S refines A: true
 * stdout-contains: check b: S refines B: false
 * stdout-contains: check ab: S refines AB: false
 * stdout-contains: check ab_sim: S refines AB in simulation: false
 * stdout-contains: check c: S refines C: false
 * stdout-contains: check d: S refines D: true
 * stdout-contains: check ad: S refines AD: false
 * stdout-contains: check e: S refines E: false
 * stdout-contains: check f: S refines F: false
 * stdout-contains: check both: S refines BOTH: true
 */
