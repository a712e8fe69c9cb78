// Both components contain the call, and only one of them can come to it: the
// other must not block it.
void msg(void);
void panic(void);
int ask(void);

void left(void) {
  for (;;) {
    msg();
    if (ask() == 3)
      panic();
  }
}

void right(int n) {
  for (;;) {
    msg();
    if (n == 5 && n == 6)
      panic();
  }
}

// Nobody says what `n` is before the loop ends.
void late(unsigned n) {
  unsigned i = 0;
  while (i < n % 50)
    i++;
  for (;;) {
    msg();
    if (i == 60)
      panic();
  }
}

// This one comes to it, too: they perform it together.
void both(void) {
  msg();
  panic();
}
void quiet(void) {
  for (;;)
    msg();
}

int counter;

void first(void) {
  for (;;) {
    counter++;
    msg();
  }
}

void second(void) {
  for (;;)
    if (counter == 3)
      msg();
}
/* test: check -q --spec $dir/panic.spec $file
 * exit: 10
 * stdout-contains:    2  panic         o  .  <- forbidden
 * stdout-contains: alphabet     component r never performs panic: the others do not wait for it
 * stdout-contains: check never: S refines NEVER: false
 * stdout-contains: check late: LATE refines NEVER: false
 * stdout-contains: check together: BOTH refines NEVER: false
 * stdout-contains: check apart: APART refines NOT_LEFT: false
 * stdout-contains: check right: APART refines NOT_RIGHT: true
 * stdout-contains: check only: ONLY refines NOT_LEFT: false
 * stdout-contains: check added: ADDED refines NEVER: true
 * stderr-contains: panic.spec:17:30: warning: 'panic' is forbidden, and 'l', 'r' share it
 * stderr-lacks: panic.spec:15:24: warning
 * stderr-contains: 'panic' of component 'l' is not seen here: it is not in its alphabet; 'l.panic' names it
 * stderr-contains: blocked for ever by `+ {..}` of a component that never performs it: 'panic' (quiet)
 * stdout-contains: check unseen: APART refines NEVER: true
 * stdout-contains: check quiet: QUIET refines NEVER: true
 * stdout-contains: check three: THREE refines MESSAGES: true
 * stderr-contains: three or more components share 'msg' ('first', 'second', 'quiet'): it happens only when all of them perform it
 * stderr-contains: several components use 'counter': each has a copy of its own
 * stderr-contains: component 'second' does not have 'panik'
 */
