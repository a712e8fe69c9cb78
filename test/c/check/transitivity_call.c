// Seed 003, figure 3: the same through a call and its return. A predicate proof
// needs x < a inside foo, which no guard compares.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int foo(int a) {
  int b = __VERIFIER_nondet_int();
#ifdef BUG
  if (a <= b) {
#else
  if (a < b) {
#endif
    return b;
  } else {
    exit(0);
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
#ifdef BUG
  if (x <= y) {
#else
  if (x < y) {
#endif
    z = foo(y);
    if (!(x < z))
      reach_error();
  }
  return z == 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
