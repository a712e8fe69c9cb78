// Who decides? A routine that takes what comes cannot be wrong; one that makes
// up its mind before can.
int receive(void);
int decide(void);
int either(void);
void send_hello(void);

int taker(void) { return receive(); }
int decider(void) { return decide(); }
int chooser(void) { return either(); }

int sender(void) {
  send_hello();
  return 0;
}

/* test: check -q --spec $dir/choice.spec $file
 * exit: 0
 * stdout-contains: check taken: TAKEN deadlock_free: true
 * stdout-contains: check decided: DECIDED deadlock_free: false
 * stdout-contains: check gave_up: EITHER deadlock_free: false
 * stdout-contains: check hello: TAKEN refines HELLO: true
 * stdout-contains: check hello_too: DECIDED refines HELLO: true
 * stdout-contains: check gives_up: EITHER refines GIVES: true
 * stdout-contains: check always: EITHER refines ALWAYS: false
 * stdout-contains: RESULT: true
 */
