// A pointer that may point to several variables: a chain of branches.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 2, z = 3;
  int choice = __VERIFIER_nondet_int();
  int *p = choice == 0 ? &x : choice == 1 ? &y : &z;
  *p += 10;
  assert(x + y + z == 16);
#ifdef BUG
  assert(x != 11 || choice == 1);
#else
  assert(x != 11 || choice == 0);
#endif
  assert(*p > 10);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
