// How many are in a ring of constant size.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
#define SIZE 10

int main(void) {
  unsigned head = __VERIFIER_nondet_uint(), tail = __VERIFIER_nondet_uint();
  __VERIFIER_assume(head < SIZE && tail < SIZE);
#ifdef BUG
  unsigned count = (head - tail) % SIZE;
#else
  unsigned count = (head + SIZE - tail) % SIZE;
#endif
  assert(count < SIZE);
  assert((tail + count) % SIZE == head);
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
