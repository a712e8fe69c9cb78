// Globals start with their initialisers, or zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int state = 3;
int unset;
#ifdef BUG
unsigned char flag = 2;
#else
unsigned char flag = 1;
#endif

static void step(void) {
  if (state > 0)
    state--;
  else
    unset = 1;
}

int main(void) {
  assert(state == 3 && unset == 0 && flag == 1);
  while (__VERIFIER_nondet_int()) {
    step();
    assert(state >= 0 && state <= 3);
    assert(unset == 0 || state == 0);
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
