// A ring whose size is a power of two needs no division.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
#ifdef BUG
#define SIZE 96
#else
#define SIZE 64
#endif

int main(void) {
  unsigned head = __VERIFIER_nondet_uint(), tail = __VERIFIER_nondet_uint();
  assert((head + 1) % SIZE == ((head + 1) & (SIZE - 1)));
  assert(((head - tail) & (SIZE - 1)) < SIZE);
  assert((head - tail) % SIZE == (head % SIZE - tail % SIZE) % SIZE);
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
