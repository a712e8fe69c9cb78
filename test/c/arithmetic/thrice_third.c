// As twice_half, by a factor that is no power of two.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
#ifdef BUG
#define FACTOR 3000000000000
#else
#define FACTOR 7
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((long)x * FACTOR / FACTOR == x);
  assert((long)x * FACTOR % FACTOR == 0);
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
