// Events of labels, and labels that must not be reached.
int ready(void);

int open_all(int n) {
  int tries = 0;
again:
  if (tries++ == 2)
    goto gave_up;
  if (!ready())
    goto again;
#ifdef BUG
  if (n == 7)
    goto gave_up;
#endif
done:
  return 0;
gave_up:
  return tries < 3 ? -2 : -1;
}

/* test: check --spec $dir/labels.spec $file
 * exit: 0
 * stdout-contains: check ends: open_all refines TRY: true
 * stdout-contains: check late: open_all refines LATE: true
 * stdout-contains: check never: open_all unreachable label gave_up: false, as expected
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/labels.spec $file -DBUG
 * exit: 10
 * stdout-contains: check ends: open_all refines TRY: false
 * stdout-contains: check late: open_all refines LATE: false
 */
