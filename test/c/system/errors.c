// ERROR of an abstraction must not be reached, whatever is asked: behind it
// nobody knows how things go on.
void a(void);
void take(int *p);

void careful(int *p) {
  a();
  if (p)
    take(p);
  a();
}

void careless(int *p) {
  a();
  take(p);
  a();
}

void other(void) {
  a();
  a();
}

/* test: check -q --spec $dir/errors.spec $file
 * exit: 10
 * stdout-contains: check never: CAREFUL refines TWICE: true
 * stdout-contains: check never_free: CAREFUL deadlock_free: true
 * stdout-contains: check once: CARELESS refines TWICE: false
 * stdout-contains: check once_free: CARELESS deadlock_free: false
 * stdout-contains: 2  careless.ERROR     o        .  <- forbidden
 */
/* test: check -q --no-values --spec $dir/errors.spec $file
 * exit: 10
 * stdout-contains: check never: CAREFUL refines TWICE: true
 * stdout-contains: check never_free: CAREFUL deadlock_free: true
 * stdout-contains: check once_free: CARELESS deadlock_free: false
 */
