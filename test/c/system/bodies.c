// With --inline the body of `step` counts and not its abstraction: what it
// performs belongs to the alphabet.
void a(void);
void b(void);

void step(void) { b(); }

void left(void) {
  step();
  a();
}

void right(void) { a(); }

/* test: check -q --spec $dir/bodies.spec $file
 * exit: 0
 * stdout-contains: check one: S refines A: true
 */
/* test: check -q --inline --spec $dir/bodies.spec $file
 * exit: 10
 * stdout-contains: check one: S refines A: false
 */
