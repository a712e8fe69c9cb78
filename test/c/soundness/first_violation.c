// A violated row ends its execution: where the first assertion fails, the
// second is not asked about any more.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x > 0);
  assert(x > 0);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: [1] 
 * stdout-contains: assert(x > 0)  fails
 * stdout-contains: assert(x > 0)  holds
 */
