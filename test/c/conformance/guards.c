// Procedure abstractions with guards over parameters, globals and memory.
struct conn {
  int state;
  struct conn *next;
};
int advance(struct conn *c, int by);
int power;
int lamp(int on);

int both(struct conn *c) {
  if (!c)
    return -1;
  c->state = 1;
  advance(c, 0);
  c->state = 2;
  advance(c, 0);
#ifdef BUG
  c->state = 1;
  advance(c, 5);
#endif
  return 0;
}

// Nobody knows what a guard reads behind a null pointer: either arm.
int null(void) {
  advance(0, 0);
  return 0;
}

int through(struct conn *c) {
  if (!c || !c->next)
    return -1;
  c->next->state = 1;
  advance(c->next, 0);
  return 0;
}

int globals(void) {
  power = 0;
  int first = lamp(1);
  power = 1;
  int second = lamp(1);
  return first * 10 + second;
}

/* test: check --spec $dir/guards.spec $file
 * exit: 0
 * stdout-contains: check both: both refines ONE_TWO: true
 * stdout-contains: check null_one: null refines ONE: false, as expected
 * stdout-contains: check null_any: null refines SOME: true
 * stdout-contains: check through: through refines ONE: true
 * stdout-contains: check globals: globals refines DARK_LIT: true
 * stdout-contains: check backwards: globals refines LIT_DARK: false, as expected
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/guards.spec $file -DBUG
 * exit: 10
 * stdout-contains: check both: both refines ONE_TWO: false
 * stdout-contains: performs far
 */
