// Seed 004, theorem 1: only valuations with a state decide. x > 5 and x < 3 are
// tracked both, where the environment has chosen x and where from is entered
// with it; of no state do both hold. Looked at one by one (--refine=predicates)
// a valuation in which they do is behind the choice, and decides nothing.
int __VERIFIER_nondet_int(void);
int x;

void from(int y) {
  if (y > 5)
    if (y < 3)
    P3:
      x = 0;
}

int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 5) {
    if (x < 3)
    P1:
      x = 0;
  } else if (x >= 3)
  P2:
    x = 4;
  from(x);
  return 0;
}

/* test: check --spec $dir/empty.spec $file
 * exit: 0
 * stdout-contains: check both: main ctl EF ("x > 5" && "x < 3"): false
 * stdout-contains: check never: main ctl AG ("x <= 5" || "x >= 3"): true
 * stdout-contains: check reached: main ctl EF at P1: false, as expected
 * stdout-contains: check between: main ctl EF (("x <= 5" && "x >= 3") && at P2): true
 * stdout-contains: check neither: main ctl AG ("x > 5" || "x < 3"): false
 * stdout-contains: check each: main ctl EF "x > 5" && EF "x < 3": true
 * stdout-contains: check start: from ctl "y <= 5" || "y >= 3": true
 * stdout-contains: check some: from ctl some "y > 5" && "y < 3": false
 * stdout-contains: check gap: from ctl "y > 5" || "y < 3": false, as expected
 * stdout-contains: check inside: from ctl EF at P3: false, as expected
 * stdout-contains: check past: from ctl AG !at P3: true
 */
/* test: check -vv --refine=predicates --spec $dir/empty.spec $file
 * exit: 0
 * stderr-contains: not known: what predicates are together behind
 * stdout-contains: check both: main ctl EF ("x > 5" && "x < 3"): false
 * stdout-contains: check never: main ctl AG ("x <= 5" || "x >= 3"): true
 * stdout-contains: check reached: main ctl EF at P1: false, as expected
 * stdout-contains: check neither: main ctl AG ("x > 5" || "x < 3"): false
 * stdout-contains: check past: from ctl AG !at P3: true
 * stdout-contains: RESULT: true
 */
/* test: check --refine=precision --spec $dir/empty.spec $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
