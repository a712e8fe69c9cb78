// --deref: null, out of bounds, freed twice, freed and used, out of scope.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int table[8];

static int *dangling(void) {
  int local = 3;
  int *volatile p = &local;
  return p;
}

int main(void) {
  int at = __VERIFIER_nondet_int();
  int *p = malloc(4 * sizeof *p);
#if BUG == 1
  p[0] = 1;
#elif BUG == 2
  if (at >= 0 && at <= 8)
    table[at] = 1;
#elif BUG == 3
  free(p);
  if (p)
    return *p;
#elif BUG == 4
  free(p);
  if (at)
    free(p);
#elif BUG == 5
  return *dangling();
#elif BUG == 6
  if (p)
    free(p + 1);
#elif BUG == 7
  free(table);
#else
  if (at >= 0 && at < 8)
    table[at] = 1;
  if (p) {
    p[3] = 2;
    free(p);
  }
  (void)dangling;
#endif
  return 0;
}

/* test: check --deref --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=1
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: no assertion and no call of an error function)
 */
/* test: check --deref -DBUG=1
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DBUG=2
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DBUG=3
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DBUG=4
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
/* test: check --deref -DBUG=5
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DBUG=6
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
/* test: check --deref -DBUG=7
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
