// Seed 004, figure 1: the loop never ends, so P1 is never reached. Without
// predicates that is not known; x == 2 is asked for first, then y <= 2.
int x;
unsigned y;

int main(void) {
  x = 2;
  y = 2;
  while (y <= 2)
    y = y / 2;
  if (x == 2)
  P1:
    x = 2;
  return 0;
}

/* test: check -vv --spec $dir/figure1.spec --check never $file
 * exit: 0
 * stderr-contains: round 1: 11 states, 0 predicates: unknown
 * stderr-contains: not known: whether x == 2 at test/c/formulas/figure1.c:11:7
 * stderr-contains: not known: whether y < 3 at test/c/formulas/figure1.c:9:3
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/figure1.spec $file
 * exit: 0
 * stdout-contains: check never: main ctl AG !at P1: true
 * stdout-contains: check ends: main ctl EF end: false, as expected
 * stdout-contains: check zero: main ctl AF "y == 0": true
 * stdout-contains: check before: main ltl "x == 2": false, as expected
 * stdout-contains: check after: main ltl F G "x == 2": true
 * stdout-contains: check again: main ltl G F "y == 1": false, as expected
 */
