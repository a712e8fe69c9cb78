// Swapping the bytes twice changes nothing.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned swap(unsigned x) {
#ifdef BUG
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 25;
#else
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
#endif
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(swap(swap(x)) == x);
  assert((swap(x) & 0xff) == x >> 24);
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
