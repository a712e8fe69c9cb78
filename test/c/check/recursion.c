// Recursion is followed as deep as it takes, or as is allowed. Where it is not
// called it does no harm.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int odd(int n);

static int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}

int plain(int n) {
  assert(n - n == 0);
  return n;
}

static int steps(unsigned n) {
  return n <= 1 ? 0 : 1 + steps(n % 2 ? 3 * n + 1 : n / 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef STEPS
  if (n == 6)
    assert(steps(n) == 8);
#endif
  if (n == 4)
    assert(even(plain(n)));
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --recursion=1
 * exit: 0
 * stdout-contains: by induction, every call of even returns with
 * stdout-contains: RESULT: true
 */
/* test: check -DSTEPS
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DSTEPS --recursion=3
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: recursion of steps deeper than 3
 */
/* test: check --recursion=0
 * exit: 5
 * stdout-contains: RESULT: unknown (recursion: even -> odd
 */
/* test: check --function plain --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
