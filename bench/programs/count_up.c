// Counts up to a bound that is not known.
//
//   -DBUG   the loop takes one step too many
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int bound = __VERIFIER_nondet_int();
  int i = 0;
  if (bound < 0 || bound > 1000000)
    return 0;
#ifdef BUG
  while (i <= bound)
#else
  while (i < bound)
#endif
    i++;
  assert(i == bound);
  return 0;
}
