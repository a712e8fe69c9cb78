// What is not known behind an access that we cannot resolve stays so, also if
// it is known on all other ways.
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
struct pair {
  int a, b;
};
static struct pair pair = {1, 2};

int main(void) {
  struct pair *p = &pair;
  int *q = (int *)__VERIFIER_nondet_ulong();
  assert(p->a == 1);
  *q = 3;
  assert(p->b == 2);
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: assert(p->a == 1)  holds
 * stdout-contains: assert(p->b == 2)  unknown (not modelled: a write through a pointer that is not resolved
 */
