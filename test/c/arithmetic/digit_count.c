// How many digits a number has.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), rest = x;
  int count = 1;
  while (rest >= 10) {
    rest /= 10;
    count++;
  }
#ifdef BUG
  assert(count < 10);
#else
  assert(count <= 10);
#endif
  assert(x < 100 || count > 2);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
