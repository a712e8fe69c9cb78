// Fairness: what holds of every execution in which something happens again and
// again, and not of all of them.
int __VERIFIER_nondet_int(void);
int message, busy, served;

int main(void) {
  for (;;) {
    message = __VERIFIER_nondet_int();
    if (message == 1) {
      busy = 1;
      served = 0;
    } else if (busy && message == 2) {
#ifdef BUG
      if (served != 0)
#endif
        busy = 0;
      served = 1;
    }
  }
}

/* test: check --spec $dir/fair.spec $file
 * exit: 0
 * timeout: 20
 * stdout-contains: check starves: main ltl G ("busy == 1" => F "busy == 0"): false, as expected
 * stdout-contains: check linear: main ltl G ("busy == 1" => F "busy == 0") fair "message == 2": true
 * stdout-contains: check branching: main ctl AG ("busy == 1" => AF "busy == 0") fair "message == 2": true
 * stdout-contains: check idle: main ltl G F "served == 1" fair "message == 2" when "busy == 1": false, as expected
 * stdout-contains: check asked: main ltl G F "served == 1" fair "message == 2" when "busy == 1" fair "message == 1" fair "message != 1": true
 * stdout-contains: check stays: main ctl EF EG "busy == 1" fair "message == 2": false, as expected
 * stdout-contains: check without: main ctl EF EG "busy == 1": true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/fair.spec --check idle $file
 * exit: 0
 * timeout: 20
 * stdout-contains: execution:
 * stdout-contains: everything is what it was: and so on for ever
 */
/* test: check -DBUG --spec $dir/fair.spec --check branching $file
 * exit: 10
 * timeout: 20
 * stdout-contains: message = 2
 * stdout-contains: everything is what it was: and so on for ever
 */
/* test: check -DBUG --spec $dir/fair.spec --check linear $file
 * exit: 10
 * timeout: 20
 * stdout-contains: message = 2
 * stdout-contains: everything is what it was: and so on for ever
 */
/* test: check --spec $dir/unfair.spec $file
 * exit: 4
 * timeout: 20
 * stdout-contains: check ends: main ltl F end fair end: true (vacuous: no execution is fair)
 * stdout-contains: check all: main ctl AF end fair end: true (vacuous: no execution is fair)
 * stdout-contains: check some: main ctl EF "busy == 1" fair end: false
 */
