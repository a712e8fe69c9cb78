// Inline assembly is not read: no violation is told that hangs on what it
// gives. Text that does nothing leaves its operands as they are.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1, y = 2;
#if WAY == 0
  asm("addl $2,%0" : "+r"(x));
  assert(x == 3);
#elif WAY == 1 // whatever it gives
  asm("addl $2,%0" : "+r"(x));
  assert(y == 3 || x != x);
#elif WAY == 2
  asm("addl $2,%0" : "+r"(x));
  assert(x > 5 || x <= 5);
#elif WAY == 3 // a barrier
  asm volatile("" ::: "memory");
  assert(x == 1);
#elif WAY == 4 // hides the value from the compiler, and does not change it
  x = __VERIFIER_nondet_int();
  y = x;
  asm("" : "+r"(x));
  assert(x == y);
#elif WAY == 5
  long z = 3;
  asm("" : "+r"(x), "+r"(y), "+r"(z) : : "memory");
  assert(x == 1 && y == 2 && z == 3);
#elif WAY == 6
  asm("" : "+r"(x), "+r"(y));
  assert(x != 1);
#elif WAY == 7 // memory operands
  asm("incl %0" : "+m"(x) : "m"(y));
  assert(y == 2);
  assert(x == 2);
#elif WAY == 8
  asm volatile("nop" : "+m"(x));
  assert(x == 1);
#elif WAY == 9 // an output that starts with nothing
  asm("" : "=r"(x));
  assert(x == 1);
#elif WAY == 10
  asm goto("jmp %l0" : : : : out);
  y = 3;
out:
  assert(y >= 2);
  assert(y == 2);
#elif WAY == 11
  asm goto("" : : : : out);
  y = 3;
out:
  assert(y == 3);
#elif WAY == 12 // writes memory, and does not say where
  asm volatile("movl $7,(%0)" : : "r"(&x) : "memory");
  assert(x == 1);
#elif WAY == 13 // the other input makes it fail for every result
  y = __VERIFIER_nondet_int();
  asm("addl $2,%0" : "+r"(x));
  if ((x & 3) < y)
    assert(y < 100);
#elif WAY == 14 // through memory
  int a[2] = {0, 0};
  asm("addl $2,%0" : "+r"(x));
  a[y & 1] = x;
  assert(a[0] != 3);
#endif
  return 0;
}

/* test: check -DWAY=0
 * exit: 5
 * stdout-contains: it hangs on what inline assembly gives at
 * stdout-contains: 16_asm.c:9
 * stdout-contains: inline assembly is not read: what it gives has any value
 */
/* test: check -DWAY=1
 * exit: 10
 */
/* test: check -DWAY=2
 * exit: 0
 * stdout-contains: inline assembly is not read
 */
/* test: check -DWAY=3
 * exit: 0
 * stdout-lacks: assembly
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check -DWAY=5
 * exit: 0
 */
/* test: check -DWAY=6
 * exit: 10
 */
/* test: check -DWAY=7
 * exit: 5
 * stdout-contains: assert(x == 2)  unknown
 */
/* test: check -DWAY=8
 * exit: 0
 */
/* test: check -DWAY=9
 * exit: 5
 * stdout-contains: it hangs on what inline assembly gives
 */
/* test: check -DWAY=10
 * exit: 5
 */
/* test: check -DWAY=11
 * exit: 0
 */
/* test: check -DWAY=12
 * exit: 5
 * stdout-contains: not modelled: inline assembly that may write memory
 */
/* test: check -DWAY=13
 * exit: 10
 */
/* test: check -DWAY=14
 * exit: 5
 */
