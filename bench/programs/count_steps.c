// Steps of arbitrary size 0 to 3 until a mark is passed: it is overshot by less
// than a step.
//
//   -DBUG   steps may be of size 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MARK = 40 };

int main(void) {
  int total = 0;
  while (total < MARK) {
    int step = __VERIFIER_nondet_int();
#ifdef BUG
    if (step >= 0 && step <= 4)
#else
    if (step >= 0 && step <= 3)
#endif
      total += step;
  }
  assert(total <= MARK + 2);
  return 0;
}
