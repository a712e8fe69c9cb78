// States as functions in a table that call each other through it.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

typedef int (*state)(unsigned left);
static int idle(unsigned left), busy(unsigned left), done(unsigned left);
static state table[] = {idle, busy, done};
static int starts, ends;

static int idle(unsigned left) {
  if (left == 0)
    return 0;
  starts++;
  return table[1](left - 1);
}

static int busy(unsigned left) {
  if (left == 0)
    return 1;
  ends++;
#ifdef BUG
  return table[left % 7 == 3](left - 1);
#else
  return table[2](left - 1);
#endif
}

static int done(unsigned left) { return left == 0 ? 2 : table[0](left - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 12)
    return 0;
  int last = table[0](n);
  assert(starts == ends + (last == 1));
  return 0;
}
