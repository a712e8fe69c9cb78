// Two functions call each other, and take turns.
void ping(void);
void pong(void);
int __VERIFIER_nondet_int(void);
static void odd(int n);
static void even(int n) {
  ping();
  if (n > 0)
    odd(n - 1);
#ifdef BUG
  else if (n == 0)
    ping();
#endif
}
static void odd(int n) {
  pong();
  if (n > 0)
    even(n - 1);
}
int main(void) {
  even(__VERIFIER_nondet_int());
  return 0;
}

/* test: check --spec $dir/parity.spec $file
 * exit: 0
 * stdout-contains: check main: main refines PING: true
 * stdout-contains: check even: even refines PING: true
 */
/* test: check --spec $dir/parity.spec $file -DBUG
 * exit: 10
 * stdout-contains: check main: main refines PING: false
 */
