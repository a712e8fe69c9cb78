// Assertions and what must not happen, with abstractions in the place of calls.
#include <assert.h>
int pick(int most);
void launch(int code);
int stopped;

int bounded(void) {
  int n = pick(10);
#ifdef BUG
  assert(n < 10);
#else
  assert(n <= 10);
#endif
  return n;
}

int guarded(int code) {
  if (code != 42)
    return -1;
#ifdef BUG
  launch(code + 1);
#endif
  launch(code);
  return 0;
}

int failing(void) {
  if (pick(3) > 3)
    goto broken;
  return 0;
broken:
  return 1;
}

/* test: check --spec $dir/goals.spec $file
 * exit: 0
 * stdout-contains: check bounded: bounded assertions: true
 * stdout-contains: check wrong_code: guarded unreachable call launch($ != 42): true
 * stdout-contains: check at_all: guarded unreachable call launch: false, as expected
 * stdout-contains: check large: failing unreachable ret pick -> $ > 3: true
 * stdout-contains: check three: failing unreachable ret pick -> 3: false, as expected
 * stdout-contains: check label: failing unreachable label broken: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/goals.spec $file -DBUG
 * exit: 10
 * stdout-contains: check bounded: bounded assertions: false
 * stdout-contains: check wrong_code: guarded unreachable call launch($ != 42): false
 * stdout-contains: check label: failing unreachable label broken: true
 */
