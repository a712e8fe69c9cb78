// A handshake server that never ends: liveness of what it does for ever. Each
// connection is over at some time, and then it listens again; that somebody is
// served again and again depends on the clients.
int __VERIFIER_nondet_int(void);
enum { LISTEN, HELLO, KEY, DONE, FAILED };
int state, message;

int main(void) {
  for (;;) {
    int retries = 0;
    state = LISTEN;
    while (state != DONE && state != FAILED) {
      message = __VERIFIER_nondet_int();
      if (state == LISTEN) {
        if (message == 1)
          state = HELLO;
      } else if (state == HELLO) {
        if (message == 2)
          state = KEY;
        else if (++retries > 2)
          state = FAILED;
      } else {
#ifdef BUG
        if (message == 3)
          state = DONE;
#else
        state = message == 3 ? DONE : FAILED;
#endif
      }
    }
  }
}

/* test: check --spec $dir/server.spec $file
 * exit: 0
 * timeout: 60
 * stdout-contains: check listens: main ltl G F "state == 0": true
 * stdout-contains: check over: main ltl G ("state == 1" => F ("state == 3" || "state == 4")): true
 * stdout-contains: check serves: main ltl G F "state == 3": false, as expected
 * stdout-contains: check can: main ctl AG EF "state == 3": true
 * stdout-contains: check branching: main ctl AG ("state == 2" => AF "state == 0"): true
 */
/* test: check -DBUG --spec $dir/server.spec --check listens $file
 * exit: 10
 * timeout: 60
 * stdout-contains: everything is what it was: and so on for ever
 * stdout-contains: RESULT: false(listens)
 */
/* test: check -DBUG --spec $dir/server.spec --check branching $file
 * exit: 10
 * timeout: 60
 * stdout-contains: RESULT: false(branching)
 */
/* test: check -DBUG --spec $dir/server.spec --check fairly $file
 * exit: 0
 * timeout: 60
 * stdout-contains: RESULT: true
 */
