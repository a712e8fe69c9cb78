// A level that is raised and lowered by arbitrary amounts and clipped to
// 0 .. 255.
//
//   -DBUG   clips at the top only when raised by more than one
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { FULL = 255 };

int main(void) {
  int level = 0;
  while (__VERIFIER_nondet_int()) {
    int change = __VERIFIER_nondet_int();
    if (change < -FULL || change > FULL)
      continue;
    level += change;
    if (level < 0)
      level = 0;
#ifdef BUG
    if (level > FULL && change > 1)
#else
    if (level > FULL)
#endif
      level = FULL;
    assert(level >= 0 && level <= FULL);
  }
  return 0;
}
