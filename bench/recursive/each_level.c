// Every activation hands its own local down.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int descend(int n, int *above) {
  int mine = n;
  if (n > 0)
    descend(n - 1, &mine);
#ifdef BUG
  if (n == 2)
    mine++;
#endif
  *above = *above + 1;
  return mine;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0;
  if (n < 0 || n > 1000)
    return 0;
  int result = descend(n, &top);
  assert(top == 1);
  assert(n == 0 ? result == 0 : result == n + 1);
  return 0;
}
