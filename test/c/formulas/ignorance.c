// A value that is merely not known is no choice of the environment: it is not
// certain that it can be 3, nor that it cannot.
int x;

int main(void) {
  int unset;
  x = unset;
  if (x == 3)
  P1:
    x = 0;
  return 0;
}

/* test: check --spec $dir/ignorance.spec $file
 * exit: 5
 * stdout-contains: check some: main ctl EF at P1: unknown
 * stdout-contains: check none: main ctl AG !at P1: unknown
 * stdout-contains: check ends: main ctl AF end: true
 */
/* test: check --spec $dir/ignorance.spec --check some $file
 * exit: 5
 * stdout-contains: why not known:
 * stdout-contains: test/c/formulas/ignorance.c:5: EF at P1 is not known
 */
