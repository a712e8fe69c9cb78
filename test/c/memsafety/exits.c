// Where exit or abort ends the program the variables of the functions that are
// active still lead to memory; behind a return of main those of main do not.
#include <stdlib.h>

static void leave(int *p, int how) {
#ifdef LOST
  p = NULL;
#endif
  if (how == 1)
    exit(0);
  if (how == 2)
    abort();
}

int main(int argc, char **argv) {
  (void)argv;
#ifdef LOST
  leave(malloc(sizeof(int)), argc);
#elif defined RETURNS
  int *kept = malloc(sizeof(int));
  leave(kept, argc);
#else
  int *kept = malloc(sizeof(int));
  leave(kept, argc);
  free(kept);
#endif
  return 0;
}

/* test: check --memtrack
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --memtrack -DLOST
 * exit: 10
 * stdout-contains: RESULT: false(valid-memtrack)
 */
/* test: check --memtrack -DRETURNS
 * exit: 10
 * stdout-contains: RESULT: false(valid-memtrack)
 */
/* test: check --cleanup
 * exit: 10
 * stdout-contains: RESULT: false(valid-memcleanup)
 */
/* test: check --cleanup --memtrack
 * exit: 1
 * stderr-contains: --memtrack and --cleanup are asked one after the other
 */
