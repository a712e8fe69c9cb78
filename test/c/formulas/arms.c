// A component that waits for one of several actions has not decided for one:
// what the composition of woven components says of being stuck does not count.
int receive(void);
void go(void);
void stop(void);
void done(void);

void taker(void) {
  while (receive() == 1)
    ;
  done();
}

void giver(void) {
  go();
  stop();
}

/* test: check --spec $dir/arms.spec --check reached $file
 * exit: 0
 * stdout-contains: check reached: BOTH ctl EF done: true
 */
/* test: check --spec $dir/arms.spec --check order $file
 * exit: 0
 * stdout-contains: check order: BOTH ltl G (stop => G !go): true
 */
/* test: check --spec $dir/arms.spec --check always $file
 * exit: 5
 * stdout-contains: it depends on which of several actions a component waits for
 */
