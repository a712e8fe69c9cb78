// Signed and unsigned operands, compared in a width that has both.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int s = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
#ifdef BUG
  assert((s < u) == ((long)s < (long)u));
#else
  assert((s >= 0 && s < u) == (s >= 0 && (long)s < (long)u));
#endif
  assert((long)u + s - s == u);
  assert((unsigned)(s + u) - u == (unsigned)s);
  assert(u / 3 * 3L + u % 3 == u);
  return 0;
}

/* test: check --cpu-timeout 20s --overflow --div0
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --cpu-timeout 20s --overflow --div0 -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
