// A counter that is driven up in one phase and down in the next, for ever.
//
//   -DBUG   the way down may be entered before the way up has ended, and does
//           not look where it is
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { UP, DOWN, TOP = 10 };

int main(void) {
  int phase = UP, x = 0;
  for (;;) {
    if (phase == UP) {
      x++;
      if (x == TOP)
        phase = DOWN;
#ifdef BUG
      else if (__VERIFIER_nondet_int())
        phase = DOWN;
#endif
    } else {
      x -= 2;
      if (x == 0)
        phase = UP;
    }
    if (!__VERIFIER_nondet_int())
      return 0;
    assert(x >= 0 && x <= TOP);
  }
}
