// Counts down to zero from a start that is not known.
//
//   -DBUG   forgets that the start may be negative
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = __VERIFIER_nondet_int();
#ifndef BUG
  if (left < 0)
    return 0;
#endif
  while (left > 0)
    left--;
  assert(left == 0);
  return 0;
}
