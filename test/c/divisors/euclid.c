// Euclid's algorithm by subtraction: what it comes to divides both numbers, and
// every other common divisor is at most that. Invariants are about any divisor.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x > 0 && y > 0);
  unsigned a = x, b = y;
  while (a != b) {
    if (a > b)
      a = a - b;
    else
      b = b - a;
#ifdef FAULT
    if (a == 3)
      b = 3; // 3 need not divide it
#endif
  }
  assert(x % a == 0);
  unsigned other = __VERIFIER_nondet_uint();
  __VERIFIER_assume(other > 0 && x % other == 0 && y % other == 0);
#ifdef STRICT
  assert(a > other); // or it is that
#else
  assert(a >= other);
#endif
}

/* test: check
 * exit: 0
 * stdout-contains: about any divisors
 * stdout-contains: the proof: rechecked step by step by Z3
 * stdout-contains: RESULT: true
 */
/* test: check -DFAULT --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -DSTRICT
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
