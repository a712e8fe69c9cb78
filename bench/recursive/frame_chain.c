// Activations are linked by pointers into each other's frames.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct frame {
  unsigned level;
  const struct frame *caller;
};

static unsigned depth_of(const struct frame *frame) {
  return frame ? 1 + depth_of(frame->caller) : 0;
}

static void dive(unsigned left, const struct frame *caller) {
  struct frame own = {caller ? caller->level + 1 : 1, caller};
#ifdef BUG
  if (left == 4)
    own.caller = caller ? caller->caller : 0;
#endif
  assert(depth_of(&own) == own.level);
  if (left)
    dive(left - 1, &own);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8)
    return 0;
  dive(n, 0);
  return 0;
}
