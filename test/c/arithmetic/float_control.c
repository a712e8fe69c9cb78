// A thermostat: the temperature stays in its range however long it runs.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  double t = 20.0;
  while (__VERIFIER_nondet_int()) {
    if (t < 25.0)
      t += 0.5;
    else
      t -= 1.0;
#ifdef BUG
    assert(t >= 19.0 && t < 25.0);
#else
    assert(t >= 19.0 && t <= 26.0);
#endif
  }
  return 0;
}

/* test: check -q --cpu-timeout 60
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -q --cpu-timeout 60 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
