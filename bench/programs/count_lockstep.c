// Two counters that always move together, in either direction. They are
// unsigned and may wrap.
//
//   -DBUG   a step back moves one of them twice when they are at 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned int here = 0, there = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      here++;
      there++;
    } else {
#ifdef BUG
      if (here == 4)
        here--;
#endif
      here--;
      there--;
    }
  }
  assert(here == there);
  return 0;
}
