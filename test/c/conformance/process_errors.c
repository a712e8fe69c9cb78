// ERROR of a process that is checked is a violation, whatever it is asked for.
int unused(void) { return 0; }

/* test: check -q --spec $dir/process_errors.spec
 * exit: 10
 * stdout-contains: check text_refines: P refines ALL: false
 * stdout-contains: check file_refines: perr refines ALL: false
 * stdout-contains: check text_free: P deadlock_free: false
 * stdout-contains: check file_free: perr deadlock_free: false
 * stdout-contains: check sys_refines: SYS refines ALL: false
 * stdout-contains: check sys_free: SYS deadlock_free: false
 * stdout-contains: check sys3_free: SYS3 deadlock_free: false
 * stdout-contains: check sys4_free: SYS4 deadlock_free: false
 * stdout-contains: check itself: P refines P: false
 * stdout-contains: check sim: P refines ALL in simulation: false
 * stdout-contains: check silent: SILENT refines ALL: false
 * stdout-contains: check through: THROUGH refines ALL: false
 * stdout-contains: check guarded: SYS5 deadlock_free: true
 * stdout-contains: check kept: B refines P: true
 * stdout-contains: check at_once: NOW deadlock_free: false
 * stdout-contains: check forbids: USES refines FORBIDS: false
 * stdout-contains: check forbids_sim: USES refines FORBIDS in simulation: false
 * stdout-contains: check allows: AB refines FORBIDS: true
 * stdout-contains: which leads to ERROR
 * stdout-contains: ERROR after: a, in state ERROR
 */
