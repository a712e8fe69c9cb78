// Pointers that are passed in point to objects of their own, unless may_alias
// says more.
void bad(void);

int apart(int *p, int *q) {
  if (!p || !q)
    return 0;
  *p = 1;
  *q = 2;
  if (*p != 1)
    bad();
  return 0;
}

int together(int *p, int *q) {
  if (!p || !q)
    return 0;
  *p = 1;
  *q = 2;
#ifdef BUG
  if (*p != 1)
#else
  if (*p != 1 && p != q)
#endif
    bad();
  return 0;
}

/* test: check --spec $dir/alias.spec $file
 * exit: 0
 * stdout-contains: check apart: apart against its own abstraction: true
 * stdout-contains: check together: together against its own abstraction: true
 * stdout-contains: check good: together refines GOOD: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/alias.spec $file -DBUG
 * exit: 10
 * stdout-contains: check apart: apart against its own abstraction: true
 * stdout-contains: check together: together against its own abstraction: false
 * stdout-contains: check good: together refines GOOD: false
 */
