// A handshake server: temporal properties of what it can do and always does.
int __VERIFIER_nondet_int(void);
enum { IDLE, HELLO, KEY, DONE, FAILED };
int state, answered;

int main(void) {
  int retries = 0;
  state = IDLE;
  while (state != DONE && state != FAILED) {
    int message = __VERIFIER_nondet_int();
    if (state == IDLE) {
      if (message == 1) {
        state = HELLO;
        answered = 0;
      }
    } else if (state == HELLO) {
      if (message == 2) {
      REPLY:
        answered = 1;
        state = KEY;
      } else if (++retries > 3) {
        state = FAILED;
      }
    } else if (state == KEY) {
#ifdef BUG
      while (message != 3)
        answered = 0;
      state = DONE;
#else
      state = message == 3 ? DONE : FAILED;
#endif
    }
  }
  return state == DONE;
}

/* test: check --spec $dir/handshake.spec $file
 * exit: 0
 * timeout: 10
 * stdout-contains: check possible: main ctl AG ("state == 0" => EF "state == 3"): true
 * stdout-contains: check hello: main ctl AG ("state == 1" => AF ("answered == 1" || end)): true
 * stdout-contains: check linear: main ltl G ("state == 1" => F ("answered == 1" || end)): true
 * stdout-contains: check key: main ltl G ("state == 2" => F end): true
 * stdout-contains: check ends: main ctl AF end: false, as expected
 * stdout-contains: check reply: main ctl AG (at REPLY => "state == 1"): true
 */
/* test: check -DBUG --spec $dir/handshake.spec --check key $file
 * exit: 10
 * timeout: 10
 * stdout-contains: execution:
 * stdout-contains: message = 2
 * stdout-contains: everything is what it was: and so on for ever
 * stdout-contains: RESULT: false
 */
/* test: check --spec $dir/handshake.spec --check ends $file
 * exit: 0
 * timeout: 10
 * stdout-contains: message = 0
 * stdout-contains: everything is what it was: and so on for ever
 */
