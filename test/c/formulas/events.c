// Actions as atoms: they hold behind the step that performs them. What a call
// does that nobody sees is a choice of the environment, and said to be assumed.
void take(void);
void give(void);
int ready(void);
int n;

int serve(int most) {
  int i = 0;
  take();
  while (i < 3) {
    if (ready() == 7)
      break;
    i = i + 1;
  }
#ifdef BUG
  if (n == 4)
    return 1;
#endif
  give();
  return 0;
}

/* test: check --spec $dir/events.spec $file
 * exit: 0
 * stdout-contains: assumed
 * stdout-contains: ready
 * stdout-contains: check given: serve ctl AG (take => AF give): true
 * stdout-contains: check linear: serve ltl G (take => F give): true
 * stdout-contains: check soon: serve ctl AG (take => EF give): true
 * stdout-contains: check never: serve ctl EF (give && EF take): false, as expected
 */
/* test: check -DBUG --spec $dir/events.spec --check given $file
 * exit: 10
 * stdout-contains: execution:
 * stdout-contains: events.c:18: return 1;
 * stdout-contains: where it ends
 * stdout-contains: RESULT: false
 */
