// A lock taken and given back with gotos, as in seed 000's drivers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int locked = 0, tries = 0;
again:
  assert(locked == 0);
  locked = 1;
  if (__VERIFIER_nondet_int())
    goto out;
  tries++;
#ifdef BUG
  if (tries != 3)
#endif
    locked = 0;
  if (tries < 10)
    goto again;
  goto end;
out:
  assert(locked == 1);
  locked = 0;
end:
  assert(locked == 0);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
