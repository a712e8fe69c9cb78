// A trace as people read it: enumerators by name, no variable of the compiler,
// a loop as its first and its last round, and in the end what is wrong.
#include <assert.h>

enum state { IDLE, RUNNING = 5, DONE };
enum state now;
extern int __VERIFIER_nondet_int(void);

static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  int a[20];
  double half = 0.1;
  for (int i = 0; i < 20; i++)
    a[i] = i;
  now = IDLE;
  if (__VERIFIER_nondet_int() != 7)
    return 0;
  now = RUNNING;
  int t = sum(a, 16);
  half = half * t;
  assert(t < 100 || now != RUNNING);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: ... 18 rounds ...
 * stdout-contains: ... 14 rounds ...
 * stdout-contains: now = IDLE
 * stdout-contains: now = RUNNING
 * stdout-contains: half = 0.1
 * stdout-contains: __VERIFIER_nondet_int() = 7
 * stdout-contains: fails: t is 120, now is RUNNING
 * stdout-lacks: retval
 *
 * test: check -v
 * exit: 10
 * stdout-lacks: rounds ...
 * stdout-contains: a[11] = 11
 */
