// Processes that return: their returns are sets of values, as those of
// functions are.
int unused(void) { return 0; }

/* test: check -q --spec $dir/process_returns.spec
 * stdout-contains: check ab: A refines B: false, as expected
 * stdout-contains: check da: D refines A: false, as expected
 * stdout-contains: check apart: APART deadlock_free: false, as expected
 * stdout-lacks: NOT as expected
 * stdout-contains: RESULT: true
 */
