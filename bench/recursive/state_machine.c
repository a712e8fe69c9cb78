// States of a connection as functions that call each other.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int open_connections;

static void idle(int n);

static void closing(int n) {
#ifdef BUG
  if (n != 2)
    open_connections--;
#else
  open_connections--;
#endif
  assert(open_connections == 0);
  idle(n - 1);
}

static void established(int n) {
  assert(open_connections == 1);
  if (n > 0 && __VERIFIER_nondet_int())
    established(n - 1);
  else
    closing(n);
}

static void idle(int n) {
  assert(open_connections == 0);
  if (n <= 0 || __VERIFIER_nondet_int() == 0)
    return;
  open_connections++;
  established(n - 1);
}

int main(void) {
  idle(__VERIFIER_nondet_int());
  assert(open_connections == 0);
  return 0;
}
