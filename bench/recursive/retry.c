// An operation is tried again a limited number of times.
#include <assert.h>
int __VERIFIER_nondet_int(void);

enum { MOST = 3 };
static int tries;

static int attempt(void) {
  return __VERIFIER_nondet_int();
}

static int retry(int left) {
  tries++;
  if (attempt() == 0)
    return 0;
#ifdef BUG
  if (left < 0)
    return -1;
#else
  if (left <= 0)
    return -1;
#endif
  return retry(left - 1);
}

int main(void) {
  int result = retry(MOST - 1);
  assert(tries <= MOST);
  assert(result == 0 || result == -1);
  return 0;
}
