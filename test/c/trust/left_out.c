// Clang makes no code of assertions about constants, nor of calls that it sees
// to be dead. They are there all the same, and the check is not vacuous.
#include <assert.h>

extern void reach_error(void);

int main(void) {
#if WAY == 1
  assert(sizeof(int) == 4);
#elif WAY == 2
  if (0)
    reach_error();
#elif WAY == 3
  // reach_error();
  const char *text = "reach_error();";
  return text[0] == 0;
#elif WAY == 4
  extern void reach_error(void);
#elif WAY == 5
  __builtin_unreachable();
  assert(0);
#endif
  return 0;
}
/* test: check -q -DWAY=1
 * exit: 0
 * stdout-contains: that the compiler left out
 * stdout-contains: RESULT: true
 * test: check -q -DWAY=2 --spec test/c/trust/two_ur.prp
 * exit: 0
 * stdout-contains: that the compiler left out
 * test: check -q -DWAY=3
 * exit: 4
 * test: check -q -DWAY=4
 * exit: 4
 * test: check -q -DWAY=5
 * exit: 4
 * test: check -q -DWAY=1 -DNDEBUG
 * exit: 4
 */
