// A call through a pointer becomes a branch over the functions it can mean.
#include <assert.h>

#ifndef BUG
#define BUG 0
#endif

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
  assert(pick() > BUG);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --function one --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
