// Seed 004, figure 5c: whether END is reached depends on x > 0, then on x > 1,
// and so on, one predicate for each round of the loop. (Weakest preconditions
// are followed five times at once.) What was proved of P1 with x <= 0 is not
// proved again where x <= 5 is tracked, too: least fixpoints begin with what is
// certain, greatest ones with what is possible.
int x;

int main(void) {
  x = 10;
P1:
  if (x > 0) {
    x = x - 1;
    goto P1;
  }
END:
  return 0;
}

/* test: check --spec $dir/figure5c.spec $file
 * exit: 0
 * stdout-contains: check some: main ctl EF at END: true
 * stdout-contains: check all: main ctl AF at END: true
 * stdout-contains: check down: main ltl G F "x == 0": true
 */
/* test: check -vv --spec $dir/figure5c.spec --check some $file
 * exit: 0
 * stderr-contains: round 1: 8 states, 0 predicates: unknown (0 values known before, 1 found)
 * stderr-contains: not known: whether x > 0
 * stderr-contains: round 2: 18 states, 5 predicates: unknown (1 values known before, 10 found)
 * stderr-contains: round 3: 28 states, 10 predicates: unknown (11 values known before, 10 found)
 * stderr-contains: round 4: 28 states, 15 predicates: true (21 values known before, 6 found)
 */
/* test: check -vv --no-reuse --spec $dir/figure5c.spec --check some $file
 * exit: 0
 * stderr-contains: round 2: 18 states, 5 predicates: unknown (0 values known before, 11 found)
 * stderr-contains: round 3: 28 states, 10 predicates: unknown (0 values known before, 21 found)
 * stderr-contains: round 4: 28 states, 15 predicates: true (0 values known before, 27 found)
 */
/* test: check -vv --spec $dir/figure5c.spec --check stays $file
 * exit: 0
 * stderr-contains: round 2: 18 states, 5 predicates: unknown (1 values known before, 10 found)
 * stderr-contains: round 3: 28 states, 10 predicates: unknown (11 values known before, 10 found)
 * stdout-contains: check stays: main ctl EG !at END: false, as expected
 */
