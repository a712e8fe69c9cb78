// Every activation has locals of its own, which inner ones may write through
// pointers.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int depth(int n, int *outer) {
  int own = n;
  *outer += 1;
  if (n > 0)
    depth(n - 1, &own);
#ifdef BUG
  assert(own == n);
#else
  assert(own == n + (n > 0));
#endif
  return own;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), all = 0;
  if (n >= 0 && n <= 3)
    depth(n, &all);
  assert(all <= 1);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
