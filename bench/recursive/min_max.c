// The least and the largest of any number of inputs, in the caller's locals.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void bounds(int count, int *least, int *largest) {
  int value = __VERIFIER_nondet_int();
  if (value < *least)
    *least = value;
#ifdef BUG
  else
#endif
  if (value > *largest)
    *largest = value;
  if (count > 0)
    bounds(count - 1, least, largest);
}

int main(void) {
  int count = __VERIFIER_nondet_int();
#ifdef BUG
  int least = 2147483647, largest = -2147483647 - 1;
#else
  int first = __VERIFIER_nondet_int(), least = first, largest = first;
#endif
  bounds(count, &least, &largest);
  assert(least <= largest);
  return 0;
}
