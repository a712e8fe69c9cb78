// Events of calls: constants, conditions on an argument, anything, globals.
int put(int port, int value);
int note(const char *format, ...);
int mode;

int drive(int n) {
  put(1, 0);
  if (n > 0 && n < 10)
    put(2, n);
  put(3, -n);
  note("done", n);
#ifdef BUG
  put(1, 0);
#endif
  return 0;
}

// The same call is the event or not by a global, as it is before the call.
int switched(void) {
  mode = 1;
  put(7, 7);
  mode = 0;
  put(7, 7);
#ifdef BUG
  mode = 1;
  put(7, 7);
#endif
  return 0;
}

/* test: check --spec $dir/patterns.spec $file
 * exit: 0
 * stdout-contains: check once: drive refines START: true
 * stdout-contains: check positive: drive refines SMALL: true
 * stdout-contains: check any: drive refines PORTS: true
 * stdout-contains: check two: drive refines EITHER: true
 * stdout-contains: check too_few: drive refines NO_WRITES: false, as expected
 * stdout-contains: check noted: drive refines NOTED: true
 * stdout-contains: check switched: switched refines ARMED: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/patterns.spec $file -DBUG
 * exit: 10
 * stdout-contains: check once: drive refines START: false
 * stdout-contains: check positive: drive refines SMALL: true
 * stdout-contains: check switched: switched refines ARMED: false
 * stdout-contains: performs start; specification in state RUNNING: forbidden
 * stdout-contains: RESULT: false(once)
 */
