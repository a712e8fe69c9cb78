// The same function as two components: each has variables of its own, and
// returns of its own.
void enter(void);
void leave(void);

int visitor(int patient) {
  int account = 0;
  enter();
  account++;
  leave();
#ifdef BUG
  if (patient == 4)
    enter();
#endif
  if (patient > 0)
    account++;
  return account;
}

/* test: check -q --spec $dir/twice.spec $file
 * exit: 0
 * stdout-contains: check together: BOTH refines TOGETHER: true
 * stdout-contains: check own: BOTH refines OWN: true
 * stdout-contains: check mixed: BOTH refines MIXED: false
 * stdout-contains: check free: BOTH deadlock_free: true
 */
/* test: check -q --spec $dir/twice.spec $file -DBUG
 * exit: 10
 * stdout-contains: check together: BOTH refines TOGETHER: true
 * stdout-contains: check free: BOTH deadlock_free: false
 */
