// One of two locks is taken and given back at each level: each by itself.
struct lock { int held; };
void lock(struct lock *l);
void unlock(struct lock *l);
int __VERIFIER_nondet_int(void);
static struct lock first, second;
static void visit(int n, struct lock *l) {
  static int round;
  if (n <= 0)
    return;
  lock(l);
#ifdef BUG
  if (++round == 12)
    lock(&first);
#endif
  unlock(l);
  visit(n - 1, __VERIFIER_nondet_int() ? &first : &second);
}
int main(void) {
  visit(__VERIFIER_nondet_int(), &second);
  return 0;
}

/* test: check --spec $dir/each.spec $file
 * exit: 0
 * stdout-contains: check main: main refines FREE: true
 */
/* test: check --spec $dir/each.spec $file -DBUG
 * exit: 10
 * stdout-contains: check main: main refines FREE: false
 */
