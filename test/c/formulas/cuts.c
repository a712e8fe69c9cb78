// What the code cannot do is no step: an assumption that fails, an operation
// that is undefined. A state that has no other successor has none, and nothing
// is certain there just because nothing is possible.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int x, y, n;

int main(void) {
  n = __VERIFIER_nondet_int();
  x = 1;
  if (n > 5) {
    __VERIFIER_assume(x == 2);
  P1:
    y = 1;
  } else if (n == 3) {
    y = 5 / x;
  P2:
    x = 0;
    y = 5 / x;
  P3:
    y = 2;
  }
  return 0;
}

/* test: check --spec $dir/cuts.spec $file
 * exit: 0
 * stdout-contains: check blocked: main ctl EF at P1: false, as expected
 * stdout-contains: check up_to: main ctl EF at P2: true
 * stdout-contains: check behind: main ctl EF at P3: false, as expected
 * stdout-contains: check all: main ctl AF end: true
 * stdout-contains: check stays: main ctl AG EF end: false, as expected
 * stdout-contains: check infinite: main ctl EG !end: false, as expected
 */
/* test: check --spec $dir/cuts.spec --check up_to $file
 * exit: 0
 * stdout-contains: n = 3
 * stdout-contains: cuts.c:16: y = 5 / x;
 */
