// The inner counter starts anew in every round of the outer one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0, j = 0;
  while (i < 8) {
#ifdef BUG
    if (i != 2)
#endif
      j = 0;
    while (j < 5 && __VERIFIER_nondet_int()) {
      assert(i < 8);
      j++;
    }
#ifdef BUG
    if (i == 2)
      j++;
#endif
    assert(j >= 0 && j <= 5);
    i++;
  }
  assert(i == 8);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: j = 6
 * stdout-contains: RESULT: false(unreach-call)
 */
