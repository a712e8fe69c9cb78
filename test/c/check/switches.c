// A state machine with fall-through and a default.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { IDLE, OPEN, BUSY, DONE };

int main(void) {
  int state = IDLE, is_open = 0;
  for (int i = 0; i < 20; i++) {
    switch (state) {
    case IDLE:
      is_open = 1;
      state = OPEN;
      break;
    case OPEN:
      if (__VERIFIER_nondet_int())
        state = BUSY;
#ifdef BUG
      else
        is_open = 0;
#endif
      break;
    case BUSY: assert(is_open); /* fall through */
    case DONE:
      is_open = 0;
      state = IDLE;
      break;
    default: assert(0);
    }
  }
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
