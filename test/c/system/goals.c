// What is asked of functions is not answered for systems. And what never
// happens, because the components wait for each other, is told.
#include <assert.h>

void x(void);
void y(void);

int p(int v) {
  assert(v > 0);
  x();
  y();
  return v;
}

int q(void) {
  y();
  x();
  return 0;
}

/* test: check -q --spec $dir/goals.spec $file
 * exit: 5
 * stdout-contains: check asserts: S assertions: unknown
 * stdout-contains: check never: S unreachable call x: unknown
 * stdout-contains: check always: S ltl G (x && !x): unknown
 * stdout-contains: check vain: S refines X: true (vacuous: 
 * stdout-contains: check stuck: S deadlock_free: false, as expected
 */
