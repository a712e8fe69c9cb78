// A pointer that is copied by its halves points to what it was copied from,
// whatever its place held before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

union whole {
  int *pointer;
  unsigned half[2];
};

static int a, b;

int main(void) {
  union whole from, to;
  from.pointer = &a;
  to.pointer = &b;
  if (__VERIFIER_nondet_int()) {
    to.half[0] = from.half[0];
    to.half[1] = from.half[1];
  }
#ifdef READ
  assert(*to.pointer == 0);
#else
  *to.pointer = 1;
  assert(a == 0);
#endif
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: a write through a pointer that is not resolved
 */
/* test: check -DREAD
 * exit: 5
 * stdout-lacks: RESULT: true
 */
