// The lock is taken twice, in another activation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
void lock(void) { if (g) reach_error(); g = 1; }
void unlock(void) { if (!g) reach_error(); g = 0; }
void work(int n) { if (n <= 0) return; lock(); work(n - 1); }
int main(void) {
  work(__VERIFIER_nondet_int());
  lock();
  return 0;
}

/* test: check --engine=summaries
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
