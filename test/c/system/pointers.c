// Two components call through the same pointer, each with a function of its
// own: what one of them calls must not be forgotten for the other, and is not
// in its alphabet.
void a(void);
void b(void);

static void do_a(void) { a(); }
static void do_b(void) { b(); }
static void run(void (*what)(void)) { what(); }

void left(void) { run(do_a); }
void right(void) { run(do_b); }

/* test: check -q --spec $dir/pointers.spec $file
 * exit: 10
 * stdout-contains: check only_a: S refines A: false
 * stdout-contains: check only_b: S refines B: false
 * stdout-contains: check each: S refines EACH: true
 * stdout-contains: check free: S deadlock_free: true
 */
