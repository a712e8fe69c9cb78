// `check f;`: the arms say all that a procedure does.
void do_a(void);
void do_b(void);
int global;

int says_end(int n) { // its abstraction says that it never comes back
  do_a();
#ifdef BUG
  if (n == 4)
    return n;
#endif
  for (;;)
    do_a();
}

int forgets(int n) { // its abstraction knows nothing of b
  do_a();
#ifdef BUG
  if (n == 4)
    do_b();
#endif
  return 0;
}

int promised(int n) { // callers promise that n is not negative
  if (n < 0)
    do_b();
  do_a();
  return 0;
}

int calls(int n) {
#ifdef BUG
  return promised(n);
#else
  return promised(n < 0 ? 0 : n);
#endif
}

int never(int n) { // after a comes nothing but ERROR
#ifdef BUG
  if (n == 4)
    do_a();
#endif
  return 0;
}

int at_entry(int n) { // returns speak of parameters as they were at the entry
  int old = n;
  global = 0;
  n = 0;
#ifdef BUG
  return old + (old == 9);
#else
  return old;
#endif
}

/* test: check --spec $dir/own.spec $file
 * exit: 0
 * stdout-contains: check says_end: says_end against its own abstraction: true
 * stdout-contains: check forgets: forgets against its own abstraction: true
 * stdout-contains: check promised: promised against its own abstraction: true
 * stdout-contains: check calls: calls against its own abstraction: true
 * stdout-contains: check never: never against its own abstraction: true
 * stdout-contains: check at_entry: at_entry against its own abstraction: true
 * stderr-lacks: never taken
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/own.spec $file -DBUG
 * exit: 10
 * stdout-contains: check says_end: says_end against its own abstraction: false
 * stdout-contains: check forgets: forgets against its own abstraction: false
 * stdout-contains: check promised: promised against its own abstraction: true
 * stdout-contains: check calls: calls against its own abstraction: false
 * stdout-contains: performs ERROR
 * stdout-contains: check never: never against its own abstraction: false
 * stdout-contains: check at_entry: at_entry against its own abstraction: false
 */
