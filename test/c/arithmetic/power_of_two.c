// Powers of two, rounded up by smearing bits.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(x <= 0x80000000u);
#else
  __VERIFIER_assume(x > 0 && x <= 0x80000000u);
#endif
  unsigned y = x - 1;
  y |= y >> 1;
  y |= y >> 2;
  y |= y >> 4;
  y |= y >> 8;
  y |= y >> 16;
  y++;
  assert(y != 0 && (y & (y - 1)) == 0);
  assert(y >= x && y / 2 < x);
  return 0;
}

/* test: check --cpu-timeout 20s
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
