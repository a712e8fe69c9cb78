// What returns say of globals holds although nobody looks at the result.
int st;
int enter(void);
void enter_void(void);
void bad(void);

void unused(void) {
  enter();
  if (st != 1)
    bad();
}

void used(void) {
  int r = enter();
  if (r < 0 || st != 1)
    bad();
}

void of_void(void) {
  enter_void();
  if (st != 1)
    bad();
}

void set(void) {
#ifdef BUG
  st = 2;
#else
  st = 1;
#endif
}

/* test: check --all --spec $dir/return_globals.spec $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --all --spec $dir/return_globals.spec -DBUG $file
 * exit: 10
 * stdout-contains: check set: set against its own abstraction: false
 */
