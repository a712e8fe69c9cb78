// What following all executions of a recursive program may not take for
// granted: an object may be where another one was that is no more; an error
// function is one however it is called. And what is assumed holds from there
// on.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void) {
}

static int count(int n) {
  return n <= 0 ? 0 : 1 + count(n - 1);
}

static void nothing(void) {
}

static void (*const functions[2])(void) = {nothing, reach_error};

static uintptr_t place(int n) {
  int here[2] = {n, n};
  return (uintptr_t)here + (here[0] - here[1]);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 3);
#if WAY == 0
  int *first = malloc(sizeof *first);
  if (!first)
    return 0;
  uintptr_t number = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  if (!second)
    return 0;
  assert(count(n) != 3 || number != (uintptr_t)second);
#elif WAY == 1
  uintptr_t first = place(1), second = place(2);
  assert(count(n) != 3 || first != second);
#elif WAY == 2
  if (n > 5)
    reach_error();
  functions[count(n) == 1]();
#elif WAY == 3
  assert(count(n) == n && count(n) < 4);
#elif WAY == 4
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  assert(!first || !second || (uintptr_t)first != (uintptr_t)second + count(n));
#endif
  return 0;
}

/* test: check -DWAY=0
 * exit: 5
 */
/* test: check -DWAY=1
 * exit: 5
 */
/* test: check -DWAY=2
 * exit: 10
 */
/* test: check -DWAY=3
 * exit: 0
 * stdout-contains: proof: all executions
 */
/* test: check -DWAY=4
 * exit: 0
 */
