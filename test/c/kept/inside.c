// Violations inside kept functions, also of ones that never return, and of what
// they call.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int state;

static void helper(int n) {
  if (n < 0)
    reach_error();
}

// Never returns with a negative number.
void worker(int n, int *a, int *b) {
#ifdef HOLDS
  if (n < 0)
    exit(1);
#endif
  helper(n);
  *a = 1;
  *b = 2;
#ifdef ALIAS
  if (*a != 1)
    reach_error(); // a and b may be the same
#endif
  if (*a != 1 && *a != 2)
    reach_error(); // holds
  if (state != 0 && state != 1)
    reach_error(); // callers see to that, but who knows
  while (n > 7)
    ;
}

int main(void) {
  int x = 0, y = 0;
  state = 1;
  worker(__VERIFIER_nondet_int(), &x, __VERIFIER_nondet_int() ? &x : &y);
  return 0;
}
/* test: check --keep worker
 * exit: 10
 * stdout-contains: inside.c:11  reach_error()  fails
 * stdout-contains: inside.c:28  reach_error()  holds
 *
 * test: check --keep worker -DHOLDS
 * exit: 5
 * stdout-contains: inside.c:11  reach_error()  holds
 * stdout-contains: inside.c:28  reach_error()  holds
 * stdout-contains: inside.c:30  reach_error()  unknown (a path to the violation looks feasible, but it starts in `worker`, which is kept (--keep), in a state that its callers may not give it)
 *
 * test: check --keep worker -DHOLDS -DALIAS
 * exit: 10
 * stdout-contains: inside.c:25  reach_error()  fails
 * stdout-contains: inside.c:28  reach_error()  holds
 *
 * test: check --keep helper
 * exit: 10
 * stdout-contains: inside.c:11  reach_error()  fails
 * stdout-contains: inside.c:28  reach_error()  holds
 * stdout-contains: inside.c:30  reach_error()  holds
 */
