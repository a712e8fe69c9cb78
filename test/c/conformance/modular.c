// A small project: who rests on whom, what fails, what is only assumed.
int raw(int n);
int low(int n);
int high(int n);
int left(int n);
int right(int n);

int low(int n) {
#ifdef BUG
  if (n == 4)
    return -2;
#endif
  return raw(n) < 0 ? -1 : 0;
}

static int helper(int n) { // no abstraction: it is part of who calls it
  return low(n) + low(n);
}

int high(int n) {
  return helper(n) < 0 ? -1 : 0;
}

int left(int n) {
  return n <= 0 ? 0 : right(n - 1);
}

int right(int n) {
  return n <= 0 ? 0 : left(n - 1);
}

/* test: check --spec $dir/modular.spec $file --all
 * exit: 0
 * stdout-contains: proved       low, resting on raw
 * stdout-contains: proved       high, resting on low, raw
 * stdout-lacks: NOT proved
 * stdout-contains: circular     left, right: proved from each other
 * stdout-contains: only assumed raw
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/modular.spec $file --all -DBUG
 * exit: 10
 * stdout-contains: fails        low, resting on raw
 * stdout-contains: proved       high, resting on low, raw; NOT proved: low
 * stdout-contains: proved       left, resting on left, right
 * stdout-contains: RESULT: false(low)
 */
/* test: check --spec $dir/modular.spec $file --check low
 * exit: 0
 * stdout-contains: check low: low against its own abstraction: true
 * stdout-lacks: high
 * stdout-lacks: what rests on what
 */
/* test: check --spec $dir/modular.spec $file --check nothing
 * exit: 2
 * stderr-contains: the specification has no check nothing
 */
