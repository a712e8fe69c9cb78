// Formulas of recursive functions: what recursion comes to within the depth that
// it is followed to is decided as always; that something always holds, or never,
// is proved of recursion of any depth; other formulas do not look inside.
int __VERIFIER_nondet_int(void);
int last, most;

void down(int n) {
  if (n <= 0) {
  BASE:
    return;
  }
  last = n;
#ifdef BUG
  if (n == 3)
    last = -1;
#endif
  down(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  down(n);
P1:
  most = 1;
  return 0;
}

/* test: check --spec $dir/recursion.spec --check base $file
 * exit: 0
 * timeout: 30
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/recursion.spec --check behind $file
 * exit: 0
 * timeout: 30
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/recursion.spec --check always $file
 * exit: 0
 * timeout: 30
 * stdout-contains: proved       as an assertion wherever something is written that it speaks of
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/recursion.spec --check linear $file
 * exit: 0
 * timeout: 30
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/recursion.spec --check never $file
 * exit: 10
 * timeout: 30
 * stdout-contains: RESULT: false(never)
 */
/* test: check -DBUG --spec $dir/recursion.spec --check always $file
 * exit: 10
 * timeout: 30
 * stdout-contains: last = -1
 * stdout-contains: RESULT: false(always)
 */
/* test: check --cpu-timeout 20 --spec $dir/recursion.spec --check inside $file
 * exit: 5
 * timeout: 60
 * stdout-contains: RESULT: unknown (the formula looks inside recursion)
 */
