// What a recursive function requires of its callers: the lock is free.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int held;
void lock(void) {
  if (held)
    reach_error();
  held = 1;
}
void unlock(void) {
  if (!held)
    reach_error();
  held = 0;
}
void work(int n) {
  if (n <= 0)
    return;
  lock();
  if (n > 5)
    work(n == 7 ? 0 : n - 8);
  else
    unlock();
  if (held)
    unlock();
#ifdef BUG
  if (n == 3)
    lock();
#endif
  work(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5)
    n = 5;
  work(n);
  lock();
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 0
 * stdout-contains: requires held == 0;
 * stdout-contains: ensures held == 0;
 */
