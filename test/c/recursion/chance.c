// A fault that shows at most inputs, though not where few calls are inside each
// other: drawn inputs come to it (src/engine/chances.c).
#include <unistd.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);

// The length of [from, to), by halves.
static int count(int from, int to) {
  if (to <= from)
    return 0;
  if (to - from == 1)
    return 1;
  int middle = from + (to - from) / 2;
#ifndef GUESS
  return count(from, middle) + count(middle + (to - from == 13), to);
#else
  return count(from, middle) + count(middle, to);
#endif
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  int m = count(0, n);
#ifndef GUESS
  if (m != n)
    reach_error();
#else
  // Nothing is said of what hangs on a number that the system gives.
  if (m == n && getpid() % 2)
    reach_error();
#endif
  return 0;
}

/* test: check -v --cpu-timeout 10s
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * stderr-contains: ms, a violation
 */
/* test: check -v --cpu-timeout 4s -DGUESS
 * exit: 5
 * stdout-contains: RESULT: unknown
 * stderr-lacks: by chance
 */
