// A bit's number as a word and a bit in it.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned bit = __VERIFIER_nondet_uint();
#ifdef BUG
  unsigned word = bit / 32, offset = bit % 31;
#else
  unsigned word = bit / 32, offset = bit % 32;
#endif
  assert(word == bit >> 5 && offset < 32);
  assert(word * 32 + offset == bit);
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
