// A call through a pointer is not followed yet, wherever it can be reached.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int one(void) {
  int result = 1;
  assert(result == 1);
  return result;
}
int two(void) {
  return 2;
}

int main(void) {
  int (*pick)(void) = __VERIFIER_nondet_int() ? one : two;
  assert(pick() > 0);
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: call through a pointer at
 * stdout-contains: pointer_call.c:17
 */
/* test: check --function one --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
