// Seed 004, figure 5c: whether END is reached depends on x > 0, then on x > 1,
// and so on, one predicate for each round of the loop.
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
