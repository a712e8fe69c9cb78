// The towers of hanoi: moves counted in a global.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static unsigned moves;

static void hanoi(int n, int from, int to, int over) {
  if (n == 0)
    return;
  hanoi(n - 1, from, over, to);
  moves++;
#ifdef BUG
  hanoi(n - 1, over, to, from);
  if (n == 3)
    moves++;
#else
  hanoi(n - 1, over, to, from);
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5)
    return 0;
  hanoi(n, 1, 3, 2);
  assert(moves == (1u << n) - 1);
  return 0;
}
