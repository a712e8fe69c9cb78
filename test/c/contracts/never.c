// A function that never returns has END as its contract.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int open_files;
static void leave(int n) {
  open_files++;
  if (n <= 0) {
    if (open_files < 0)
      reach_error();
    exit(0);
  }
  open_files = 0;
#ifdef BUG
  if (n == 6)
    return;
#endif
  leave(n - 1);
}
int main(void) {
  leave(__VERIFIER_nondet_int());
  leave(1);
  reach_error();
  return 0;
}

/* test: check --engine=summaries --contracts -
 * exit: 0
 * stdout-contains: otherwise : END;
 * stdout-contains: modifies open_files;
 */
