// An object may be where another one was that is no more: numbers that were made
// of their addresses may be equal.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int g, h;

static uintptr_t local(int value) {
  int object = value;
  return (uintptr_t)&object;
}

static uintptr_t other(int value) {
  int another = value;
  return (uintptr_t)&another;
}

int main(void) {
#if WAY == 0
  int *first = malloc(sizeof *first);
  uintptr_t number = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  if (first && second)
    assert((uintptr_t)second != number);
#elif WAY == 1 // of one place in the program
  uintptr_t last = 0;
  for (int i = 0; i < 3; i++) {
    char *block = malloc(8);
    if (!block)
      return 0;
    assert((uintptr_t)block != last);
    last = (uintptr_t)block;
    free(block);
  }
#elif WAY == 2 // local variables
  assert(local(1) != other(2));
#elif WAY == 3 // all of them are there
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  if (first && second)
    assert((uintptr_t)first != (uintptr_t)second &&
           (uintptr_t)&g != (uintptr_t)&h);
#elif WAY == 4 // pointers are not numbers; what is left of one is not compared
  int *first = malloc(sizeof *first);
  free(first);
  int *second = malloc(sizeof *second), *third = malloc(sizeof *third);
  if (second && third)
    assert(second != third && &second[1] - second == 1);
#elif WAY == 5 // a part of an address may be all of it
  uintptr_t number = (uintptr_t)&g;
  assert((uintptr_t)(unsigned)number != number);
#elif WAY == 6 // numbers that are addresses by their bytes
  union {
    int *pointer;
    uintptr_t number;
  } before, behind;
  before.pointer = malloc(sizeof(int));
  free(before.pointer);
  behind.pointer = malloc(sizeof(int));
  if (before.number && behind.number)
    assert(before.number != behind.number);
#elif WAY == 7
  int *first = malloc(sizeof *first);
  uintptr_t number, later;
  memcpy(&number, &first, sizeof number);
  free(first);
  int *second = malloc(sizeof *second);
  memcpy(&later, &second, sizeof later);
  uintptr_t copy = number;
  if (number && later)
    assert(copy != later);
#elif WAY == 8 // all of them are there
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  uintptr_t number, later;
  memcpy(&number, &first, sizeof number);
  memcpy(&later, &second, sizeof later);
  if (number && later)
    assert(number != later);
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
 * exit: 5
 */
/* test: check -DWAY=3
 * exit: 0
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check -DWAY=5
 * exit: 5
 */
/* test: check -DWAY=6
 * exit: 5
 */
/* test: check -DWAY=7
 * exit: 5
 */
/* test: check -DWAY=8
 * exit: 0
 */
