// Units move from one account to another; none is lost.
//
//   -DBUG   the last unit is taken and not handed over
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int total = __VERIFIER_nondet_int();
  if (total < 0 || total > 100)
    return 0;
  int from = total, to = 0;
  while (from > 0) {
    from--;
#ifdef BUG
    if (from == 0)
      break;
#endif
    to++;
  }
  assert(from + to == total);
  return 0;
}
