// Values from memory are not known: that may give no answer, never a wrong one.
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

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (
 */
/* test: check -DBUG
 * exit: 5
 * stdout-contains: RESULT: unknown (
 */
/* test: check -DINDEX --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
