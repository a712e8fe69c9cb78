// Division by zero as a property: of / and %, signed and unsigned. Without the
// option such executions are excluded.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned int u = __VERIFIER_nondet_uint();
  int z = 0;
#if BUG == 1
  z = 1 / x;
#elif BUG == 2
  z = y % x;
#elif BUG == 3
  z = 1 / (int)u;
#elif BUG == 4
  z = (int)(5 % (u & 1));
#elif BUG == 5
  for (int i = -3; i < 3; i++)
    z += 100 / i;
#endif
  if (x > 0)
    z = y / x;
  if (x)
    z = y % x;
  for (int i = 3; i > 0; i--)
    z = y / i;
  u = 7 / (u | 1);
  z = 1.0 / z > 0; // infinity is a value
  z = 100 / y;
  assert(y != 0);
  return z;
}

/* test: check --div0 -DBUG=0
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:32:11
 * stdout-contains: 3 places: quotient does not fit
 * stdout-contains: RESULT: false(no-div0)
 */
/* test: check -DBUG=1
 * exit: 0
 * stdout-contains: division by zero (--div0)
 * stdout-contains: RESULT: true
 */
/* test: check --div0 -DBUG=1
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:13:9
 * stdout-contains: div0.c:33     assert(y != 0)       holds
 * stdout-contains: RESULT: false(no-div0)
 */
/* test: check --div0 -DBUG=2
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:15:9
 * stdout-contains: RESULT: false(no-div0)
 */
/* test: check --div0 -DBUG=3
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:17:9
 */
/* test: check --div0 -DBUG=4
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:19:15
 */
/* test: check --div0 -DBUG=5
 * exit: 10
 * stdout-contains: violated: no division by zero at test/c/check/div0.c:22:14
 */
