// Liveness of systems: a ring of three that pass a token, a sender over a
// channel that loses messages, and two that share a resource.
void one_two(void);
void two_three(void);
void three_one(void);
void message(void);
void lost(void);
void received(void);
void take_a(void);
void give_a(void);
void take_b(void);
void give_b(void);
int __VERIFIER_nondet_int(void);

void first(void) {
  for (;;) {
    one_two();
    three_one();
  }
}

void second(void) {
  for (;;) {
    one_two();
    two_three();
  }
}

void third(void) {
  for (;;) {
    two_three();
#ifdef BUG
    if (__VERIFIER_nondet_int())
      return; // with the token
#endif
    three_one();
  }
}

// Sends until it arrives.
void sender(void) {
  for (;;) {
    if (__VERIFIER_nondet_int())
      message();
    else
      lost();
  }
}

void receiver(void) {
  for (;;) {
    message();
    received();
  }
}

// Who has the resource gives it back; who comes first has it.
void arbiter(void) {
  for (;;) {
    if (__VERIFIER_nondet_int()) {
      take_a();
      give_a();
    } else {
      take_b();
      give_b();
    }
  }
}

void user_a(void) {
  for (;;) {
    take_a();
    give_a();
  }
}

void user_b(void) {
  for (;;) {
    take_b();
    give_b();
  }
}

/* test: check --spec $dir/live.spec $file
 * exit: 0
 * timeout: 30
 * stdout-contains: check round: RING ltl G F one_two: true
 * stdout-contains: check passed: RING ctl AG (one_two => AF three_one): true
 * stdout-contains: check arrives: CHANNEL ltl G F received: false, as expected
 * stdout-contains: check fairly: CHANNEL ltl G F received fair message when lost: true
 * stdout-contains: check branching: CHANNEL ctl AG AF received fair message when lost: true
 * stdout-contains: check starves: SHARED ltl G F take_a: false, as expected
 * stdout-contains: check turns: SHARED ltl G F take_a && G F take_b fair take_a fair take_b: true
 * stdout-contains: check given: SHARED ltl G (take_a => F give_a): true
 * stdout-contains: check possible: SHARED ctl AG EF take_a: true
 */
/* test: check -DBUG --spec $dir/live.spec --check round $file
 * exit: 10
 * timeout: 30
 * stdout-contains: RESULT: false(round)
 */
/* test: check -DBUG --spec $dir/live.spec --check passed $file
 * exit: 10
 * timeout: 30
 * stdout-contains: RESULT: false(passed)
 */
