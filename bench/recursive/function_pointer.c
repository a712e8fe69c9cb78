// A handler calls back through a pointer.
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int (*handler)(int, int);

static int limited(int n, int handle);
static int plain(int n, int handle);

static const handler table[2] = {plain, limited};

static int plain(int n, int handle) {
  if (n <= 0)
    return 0;
  int below = table[handle & 1](n - 1, handle + 1);
  return below < 10 ? below + 1 : below;
}

static int limited(int n, int handle) {
  if (n <= 0)
    return 0;
  int below = table[handle & 1](n - 1, handle + 1);
#ifdef BUG
  return below + 1;
#else
  return below < 10 ? below + 1 : 10;
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 30)
    return 0;
  assert(table[0](n, 0) <= 10);
  return 0;
}
