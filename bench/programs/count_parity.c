// An unsigned counter that moves by two, and so stays even even when it wraps.
//
//   -DBUG   one of the moves is by three
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      x += 2;
    else
#ifdef BUG
      x -= 3;
#else
      x -= 4;
#endif
  }
  assert(x % 2 == 0);
  return 0;
}
