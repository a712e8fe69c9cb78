// Functions are inlined; the counterexample names variables as the source does.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
#ifndef BUG
#define BUG 0
#endif

static int clamp(int value, int low, int high) {
  int clamped = value;
  if (clamped < low)
    clamped = low;
  if (clamped > high + BUG)
    clamped = high;
  return clamped;
}

static int twice_clamped(int value) {
  int first = clamp(value, 0, 100);
  int second = clamp(first, 10, 50);
  return second;
}

int main(void) {
  int level = twice_clamped(__VERIFIER_nondet_int());
  assert(level >= 10 && level <= 50);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 10
 * stdout-contains: level = 51
 * stdout-contains: functions.c:26
 * stdout-contains: RESULT: false(unreach-call)
 */
