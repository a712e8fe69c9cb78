// Events of returns: values, conditions, arguments as they were before.
int take(int *slot, int wanted);
int last;

int consume(int n) {
  int slot = n;
  int got = take(&slot, 1);
  while (got == 0)
    got = take(&slot, 1);
  if (got < 0)
    return -1;
#ifdef BUG
  take(&slot, 1);
#endif
  return 0;
}

// `wanted` is what was asked for, whatever the call makes of n.
int overwritten(int n) {
  n = 3;
  n = take(0, n);
  return 0;
}

// Nobody looks at the result but the event.
int careless(void) {
  take(0, 1);
  return 0;
}

/* test: check --spec $dir/results.spec $file
 * exit: 0
 * stdout-contains: check until: consume refines WAITING: true
 * stdout-contains: check asked: overwritten refines THREE: true
 * stdout-contains: check never: careless refines NEVER: false, as expected
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/results.spec $file -DBUG
 * exit: 10
 * stdout-contains: check until: consume refines WAITING: false
 * stdout-contains: RESULT: false(until)
 */
