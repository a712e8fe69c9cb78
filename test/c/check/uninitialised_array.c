// An array that nobody initialises has any contents: the bug needs some.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sum(void) {
  unsigned char bytes[4];
  return bytes[0] + bytes[3];
}

int main(void) {
  int numbers[5];
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 4)
    return 0;
#if BUG == 1
  assert(numbers[at] != 77 || at != 3);
#elif BUG == 2
  assert(sum() != 300);
#else
  assert(numbers[at] != 77 || numbers[at] > 0);
  assert(sum() <= 510);
#endif
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
