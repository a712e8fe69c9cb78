// Formulas of components that communicate: every request is answered.
void request(void);
void response(void);
void tick(void);
int more(void);
void done(void);
int __VERIFIER_nondet_int(void);

// Asks for ever.
void client(void) {
  for (;;) {
    request();
    response();
  }
}

// Answers; does something of its own before that, at most three times.
void server(void) {
  for (;;) {
    request();
    for (int i = 0; i < 3; i++)
      tick();
#ifdef BUG
    while (__VERIFIER_nondet_int())
      tick();
#endif
    response();
  }
}

// Asks twice and ends.
void short_client(void) {
  for (int i = 0; i < 2; i++) {
    request();
    response();
  }
  done();
}

// Answers twice, then ends.
void short_server(void) {
  for (int i = 0; i < 2; i++) {
    request();
    response();
  }
}

// Answers once and forgets to go on.
void once(void) {
  request();
  response();
}

/* test: check --spec $dir/systems.spec $file
 * exit: 0
 * timeout: 10
 * stdout-contains: check answered: PAIR ltl G (request => F response): true
 * stdout-contains: check branching: PAIR ctl AG (request => AF response): true
 * stdout-contains: check again: PAIR ltl G F request: true
 * stdout-contains: check possible: PAIR ctl AG EF request: true
 * stdout-contains: check ends: SHORT ltl F end: true
 * stdout-contains: check done: SHORT ctl AF (done && AF end): true
 * stdout-contains: check stuck: FORGETS ctl AF stuck: true
 * stdout-contains: check never: FORGETS ltl F done: false, as expected
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG --spec $dir/systems.spec --check answered $file
 * exit: 10
 * timeout: 10
 * stdout-contains: G (request => F response) fails
 * stdout-contains: RESULT: false
 */
