// Returns in a composition are sets of values that intersect: who mentions one
// return mentions all.
int f(void) { return 1; }

/* test: check --spec $dir/return_meeting.spec
 * exit: 10
 * stdout-contains: check a: f refines A: true
 * stdout-contains: check b: f refines B: false
 * stdout-contains: check ab: f refines AB: false
 * stdout-contains: check ranges: f refines RANGES: true
 * stdout-contains: check zero: f refines ZERO: false
 * stdout-contains: check never: f refines NEVER: false
 * stdout-contains: check free: f refines FREE: true
 * stdout-contains: check any: f refines ANYWAY: true
 * stdout-contains: check hidden: f refines HIDDEN: true
 * stdout-contains: check three: f refines THREE: true
 */
