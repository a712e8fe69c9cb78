// An array on the stack, indexed by a value that is not known.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[4] = {1, 2, 3, 4};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3)
    return 0;
#ifdef BUG
  assert(table[i] < 4);
#elif defined(INDEX)
  table[i] = 0;
  assert(i >= 0 && i < 4);
#else
  assert(table[i] > 0);
#endif
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
/* test: check -DINDEX --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
