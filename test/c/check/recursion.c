// Recursion is not unfolded; the cycle is named. Where it is not called it does
// no harm.
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

int main(void) {
  assert(even(plain(4)));
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (recursion: even -> odd
 */
/* test: check --function plain --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
