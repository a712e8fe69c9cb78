// Binary search by recursion finds only what is there.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum { COUNT = 6 };
static const int sorted[COUNT] = {1, 3, 5, 8, 13, 21};

static int find(int wanted, int from, int to) {
  if (from >= to)
    return -1;
  int middle = from + (to - from) / 2;
  assert(middle >= 0 && middle < COUNT);
  if (sorted[middle] == wanted)
    return middle;
#ifdef BUG
  if (sorted[middle] < wanted)
    return find(wanted, middle + 1, to + 1);
#else
  if (sorted[middle] < wanted)
    return find(wanted, middle + 1, to);
#endif
  return find(wanted, from, middle);
}

int main(void) {
  int wanted = __VERIFIER_nondet_int();
  int at = find(wanted, 0, COUNT);
  assert(at == -1 || sorted[at] == wanted);
  return 0;
}
