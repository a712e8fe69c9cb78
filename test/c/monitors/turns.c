// Taken and given back at each level of a recursion without bound.
void take(void); void give(void);
int __VERIFIER_nondet_int(void);
static void work(int n) {
  static int round;
  if (n <= 0)
    return;
  take();
#ifdef BUG
  if (++round == 14)
    take();
#endif
  give();
  work(n - 1);
}
int main(void) {
  work(__VERIFIER_nondet_int());
  return 0;
}

/* test: check --spec $dir/turns.spec $file
 * exit: 0
 * stdout-contains: check main: main refines FREE: true
 * stdout-contains: check work: work refines FREE: true
 */
/* test: check --spec $dir/turns.spec $file -DBUG
 * exit: 10
 * stdout-contains: check main: main refines FREE: false
 * stdout-contains: check work: work refines FREE: false
 */
