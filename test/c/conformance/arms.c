// The arms of one procedure abstraction: what one of them performs is forbidden
// in the others. -DBUG performs `a` where the abstraction has a return only.
void do_a(void);
void do_b(void);

int act(int n) {
#ifdef BUG
  if (n == 0)
    do_a();
#endif
  if (n == 0)
    return 0;
  if (n > 0)
    do_a();
  else
    do_b();
  return 1;
}

/* test: spec $dir/arms.spec $file
 * exit: 0
 * stdout-contains: check act: function act is what its proc says
 */
/* test: check --spec $dir/arms.spec $file
 * exit: 0
 * stdout-contains: check act: act against its own abstraction: true, as expected
 */
/* test: check --spec $dir/arms.spec $file -DBUG
 * exit: 10
 * stdout-contains: performs a; specification in state 0: forbidden
 * stdout-contains: allowed there: return{0}
 * stdout-contains: check act: act against its own abstraction: false, NOT as expected
 */
