// Pointers of a component may point to the same object where its abstraction
// says so.
void a(void);
void b(void);

void apart(int *p, int *q) {
  *p = 0;
  *q = 1;
  if (*p)
    b();
  else
    a();
}

void together(int *p, int *q) {
  *p = 0;
  *q = 1;
  if (*p)
    b();
  else
    a();
}

void other(void) { a(); }

/* test: check -q --spec $dir/aliases.spec $file
 * exit: 10
 * stdout-contains: check separate: SEPARATE refines A: true
 * stdout-contains: check same: SAME refines A: false
 * stdout-contains: check when: WHEN refines A: false
 */
