// What malloc and variable-length arrays give has any contents, and a run that
// needs particular ones gets them.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 3 || n > 6)
    return 0;
  int *p = malloc(n * sizeof *p);
  int v[n];
  if (!p)
    return 0;
#ifndef BUG
  p[1] = 1;
#endif
  v[2] = 4;
  if (p[0] == 7)
    assert(p[1] != 1234567 || v[1] + v[2] != 11);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
