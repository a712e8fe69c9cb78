// What callers are required to see to may be more than any caller can.
#include <assert.h>

int never(int *p) {
  assert(p[0] > 5);
  assert(p[0] < 3);
  return *p;
}

int sometimes(int *p) {
  assert(p[0] > 5);
  return *p;
}

/* test: check --deref --required --function never $file
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: every row rests on callers, or is never reached)
 */
/* test: check --deref --required --function sometimes $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check -q --json - --deref --required --function sometimes $file
 * exit: 0
 * stdout-contains: "qualified": "if callers see to what is needed"
 */
