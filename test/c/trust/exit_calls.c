// Where calls of exit are violations: nothing of the program's end comes before
// one, and `error` is none, though it ends the program.
#include <error.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int x;

#ifdef ENDLESS
__attribute__((destructor)) static void hang(void) {
  for (;;)
    x++;
}
#endif

int main(void) {
#ifdef ENDLESS
  exit(3);
#else
  if (__VERIFIER_nondet_int()) {
    error(1, 0, "no more");
    exit(2); // never reached
  }
#endif
#ifdef WARNS
  error(0, 0, "go on");
  exit(0);
#endif
  return x;
}

/* test: check test/c/trust/exit_calls.prp -DENDLESS
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check test/c/trust/exit_calls.prp
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check test/c/trust/exit_calls.prp -DWARNS
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
