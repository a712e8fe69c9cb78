// The same function several times: what it says depends on its parameter, and
// so does its alphabet.
void pass(int to);
void take(int from);
void enter(int who);
void leave(int who);

void node(int me, int count) {
  for (;;) {
    if (me != 0)
      take(me);
    enter(me);
    leave(me);
    if (me == count - 1)
      pass(0);
    else
      pass(me + 1);
    if (me == 0)
      take(0);
  }
}

/* test: check -q --spec $dir/parameters.spec $file
 * exit: 0
 * stdout-contains: check exclusive: RING refines ALONE: true
 * stdout-lacks: vacuous
 * stdout-contains: check free: RING deadlock_free: true
 * stdout-contains: check wrong: OPEN refines ALONE: false, as expected
 */
