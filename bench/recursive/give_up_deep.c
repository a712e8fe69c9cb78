// exit in the middle of a search: who comes back has found it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int tries;

static int search(int low, int high, int wanted) {
  if (low > high)
#ifdef BUG
    return low;
#else
    exit(3);
#endif
  int middle = low + (high - low) / 2;
  tries++;
  if (middle == wanted)
    return middle;
  return middle < wanted ? search(middle + 1, high, wanted)
                         : search(low, middle - 1, wanted);
}

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  int found = search(0, 15, wanted);
  assert(found == wanted);
  assert(tries <= 5);
  return 0;
}
