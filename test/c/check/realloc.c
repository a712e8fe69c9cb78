// What realloc keeps and what it does not.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 7;
  p[1] = __VERIFIER_nondet_int();
  int second = p[1];
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    assert(p[0] == 7);
    free(p);
    return 0;
  }
  q[3] = 1;
  assert(q[0] == 7 && q[1] == second);
  q = realloc(q, sizeof *q);
  if (!q)
    return 0;
#if defined BUG
  assert(q[0] == 1);
#elif defined STALE
  q[0] = p[0];
#elif defined SMALL
  q[1] = 0;
#else
  assert(q[0] == 7);
#endif
  free(q);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --deref -DSTALE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref -DSMALL
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
