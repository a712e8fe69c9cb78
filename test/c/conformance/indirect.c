// Calls through pointers to functions with abstractions.
int ping(int n);
int pong(int n);
int own(int n) {
  return ping(n);
}

int call(int which, int n) {
  int (*table[2])(int) = {ping, pong};
#ifdef BUG
  which = !which;
#endif
  return table[which != 0](n);
}

int choose(int which) {
  int (*f)(int) = which ? ping : pong;
  if (which == 2)
    f = own;
  return f(which);
}

/* test: check --spec $dir/indirect.spec $file
 * exit: 0
 * stdout-contains: check call: call against its own abstraction: true
 * stdout-contains: check choose: choose refines ONE: true
 * stdout-contains: check pongs: choose refines PONGS: false, as expected
 * stdout-contains: check events: choose refines EVENTS: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/indirect.spec $file -DBUG
 * exit: 10
 * stdout-contains: check call: call against its own abstraction: false
 */
