// Seed 004, figures 2 and 5: P1 is reached whichever branch is taken, so that
// no predicate is needed (2a, 2b, 5a, 5b); what the environment chooses is told
// from what is not known (2c, 2d); what does not matter, however hard, is not
// asked about (5d).
int __VERIFIER_nondet_int(void);
int x, file;

int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 0)
    x = x + 1;
  else
    x = x - 1;
  if (x * x * x % 7 == 3)
    x = x * x * 13;
P1:
  file = __VERIFIER_nondet_int();
  if (file == 0)
    return 1;
P2:
  x = 0;
  return 0;
}

/* test: check -vv --spec $dir/figure2.spec --check one $file
 * exit: 0
 * stderr-contains: round 1: 16 states, 0 predicates: true
 * stderr-contains: solver: 1 checks for successor
 * stdout-contains: RESULT: true
 */
/* test: check -vv --spec $dir/figure2.spec --check two $file
 * exit: 0
 * stderr-contains: not known: whether file == 0
 * stderr-contains: round 2
 * stderr-lacks: round 3
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/figure2.spec --check must $file
 * exit: 0
 * stdout-contains: because:
 * stdout-contains:   test/c/formulas/figure2.c:8: AF at P2 fails
 * stdout-contains: test/c/formulas/figure2.c:18:7 (file == 0): AF at P2 fails
 * stdout-contains: the end: AF at P2 fails
 */
/* test: check --json - --spec $dir/figure2.spec --check one $file
 * exit: 0
 * stdout-contains: "because": [
 * stdout-contains: "formula": "EF at P1",
 * stdout-contains: "holds": true,
 */
/* test: check --spec $dir/figure2.spec $file
 * exit: 0
 * stdout-contains: check never: main ctl AG !at P1: false, as expected
 * stdout-contains: check two: main ctl EF at P2: true
 * stdout-contains: check must: main ctl AF at P2: false, as expected
 * stdout-contains: check both: main ctl AG (at P1 => (EF at P2 && EF AG !at P2)): true
 */
