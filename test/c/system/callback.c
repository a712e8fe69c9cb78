// Code that we do not see may call back what it was given: nothing is proved
// then. What happens anyway is found.
void a(void);
void b(void);
void subscribe(void (*handler)(void));

static void handler(void) { b(); }

void left(void) {
  subscribe(handler);
  a();
#ifdef BUG
  b();
#endif
}

void right(void) { a(); }

/* test: check -q --spec $dir/callback.spec $file
 * exit: 5
 * stdout-contains: check one: S refines A: unknown (component left: not modelled: callback of handler)
 * stdout-contains: check free: S deadlock_free: unknown (component left: not modelled: callback of handler)
 */
/* test: check -q --spec $dir/callback.spec $file -DBUG
 * exit: 10
 * stdout-contains: check one: S refines A: false
 */
