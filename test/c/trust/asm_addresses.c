// An address that inline assembly gives may be that of any object, also where
// the same pointer may hold an address that C code gave it. As a number beside
// an address it is one.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int g, h, elements[8];
static struct record {
  int *target;
  unsigned long flags;
} record;

int main(void) {
  int *other = &h, *pointer = &g;
#if WAY == 0 // the address of h comes out again
  if (__VERIFIER_nondet_int())
    asm("mov %1,%0" : "=r"(pointer) : "r"(other));
  *pointer = 1;
  assert(h == 0);
#elif WAY == 1 // as a number, moved, and kept in memory
  unsigned long number = (unsigned long)pointer;
  if (__VERIFIER_nondet_int())
    asm("mov %1,%0" : "=r"(number) : "r"(other));
  record.target = (int *)(number + 4) - 1;
  *record.target = 1;
  assert(h == 0);
#elif WAY == 2 // what is there is not known
  h = 1;
  if (__VERIFIER_nondet_int())
    asm("mov %1,%0" : "=r"(pointer) : "r"(other));
  assert(*pointer == 0);
#elif WAY == 3 // an index
  unsigned long index;
  asm("rdtsc" : "=a"(index));
  elements[index & 7] = 1;
  *(elements + (index >> 61)) = 2;
  assert(h == 0 && *other == 0);
#elif WAY == 4 // a number beside an address
  record.target = &g;
  asm("pushf; pop %0" : "=r"(record.flags));
  *record.target = 1;
  if (record.flags & 1)
    *record.target = 2;
  assert(h == 0 && g != 0);
#elif WAY == 5 // what is freed is not known either
  pointer = malloc(sizeof *pointer);
  other = malloc(sizeof *other);
  if (!pointer || !other)
    return 0;
  if (__VERIFIER_nondet_int())
    asm("mov %1,%0" : "=r"(pointer) : "r"(other));
  free(pointer);
  *other = 1;
#endif
  return 0;
}

/* test: check -DWAY=0
 * exit: 5
 * stdout-contains: a write through a pointer that is not resolved at
 */
/* test: check -DWAY=1
 * exit: 5
 * stdout-contains: a write through a pointer that is not resolved at
 */
/* test: check -DWAY=2
 * exit: 5
 */
/* test: check -DWAY=3
 * exit: 0
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check --deref -DWAY=5
 * exit: 5
 */
