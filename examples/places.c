// Four places where a property could be violated: one holds, one fails, one is
// never reached, and a computation that does not overflow.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 10)
    y = x < 100 ? x + 1 : 12;
  if (y) {
    assert(y > 11);
    assert(y > 12);
    if (y < 5)
      assert(x == 1);
    return y - 1;
  }
  return 0;
}
