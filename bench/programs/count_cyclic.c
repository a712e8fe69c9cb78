// Two decimal digits with a carry, turned over at 99.
//
//   -DBUG   the carry is lost at 39, and the low digit goes on to 10
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0, high = 0;
  while (__VERIFIER_nondet_int()) {
    low++;
#ifdef BUG
    if (low == 10 && high != 3) {
#else
    if (low == 10) {
#endif
      low = 0;
      high++;
    }
    if (high == 10)
      high = 0;
    assert(low >= 0 && low <= 9 && high >= 0 && high <= 9);
  }
  return 0;
}
