// A violation that rests on what an external function may return says so.
#include <assert.h>

extern int sensor(void);
extern _Bool is_ready(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = sensor(), y = __VERIFIER_nondet_int();
  if (y == 4 && is_ready())
    assert(x != -3);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: if sensor may return -3
 * stdout-contains: if is_ready may return 1
 * stdout-contains: sensor, is_ready: no body; returns anything
 * stdout-lacks: nondet_int may return
 * stdout-contains: RESULT: false(unreach-call)
 */
