// Signed overflow as a property: each operator of C that can, and those that
// cannot. Without the option it wraps.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  short s = __VERIFIER_nondet_short();
  unsigned int u = __VERIFIER_nondet_uint();
  char c = (char)s;
  int z = 0;
#if BUG == 1
  z = x + 1;
#elif BUG == 2
  z = x - y;
#elif BUG == 3
  z = s * s * s;
#elif BUG == 4
  z = -x;
#elif BUG == 5
  if (y != 0)
    z = x / y;
#elif BUG == 6
  if (y != 0)
    z = x % y;
#elif BUG == 7
  z = 2147483647 + 1;
#elif BUG == 8
  if (y >= 0 && y < 31)
    z = 1 << (y + 1);
#elif BUG == 9
  if (y >= 0 && y < 31)
    z = -1 << y;
#elif BUG == 10
  z = 1 >> y;
#elif BUG == 11
  z = x;
  z++;
#elif BUG == 12
  z = x;
  z -= 2;
#elif BUG == 13
  if (x > 46340 && x < 46342)
    z = x * x;
#elif BUG == 14
  long long l = (long long)x * y;
  z = l + (l << 32) > 0;
#endif
  if (x < 2147483647)
    z = x + 1;
  if (x > -100 && x < 100 && y > -100 && y < 100)
    z = x + y - x;
  z = s * s + s;
  if (x > -1000 && x < 1000)
    z = x * 2147483 / (y == 0 ? 1 : y == -1 ? 2 : y);
  if (x != -2147483647 - 1)
    z = -x;
  if (x >= 0 && x < 16 && y >= 0 && y < 27)
    z = x << y;
  u = u + u * 3 - 7; // unsigned: wraps by definition
  u = u << 31;
  c++; // converts, does not overflow
  c += c;
  if (u == 0)
    assert(x + 1 == 1 + x);
  return z;
}

/* test: check --overflow -DBUG=0 "-Dassert(x)=0"
 * exit: 0
 * stdout-contains: no signed overflow, no bad shift
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG=7
 * exit: 0
 * stdout-contains: signed overflow wraps
 * stdout-contains: RESULT: true
 */
/* test: check --overflow --first -DBUG=1
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:16:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=2
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:18:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=3
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:20:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=4
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:22:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=5
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:25:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=6
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:28:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=7
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:30:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=8
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:33:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=9
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:36:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=10
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:38:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=11
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:41:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=12
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:44:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=13
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:47:
 * stdout-contains: RESULT: false(no-overflow)
 */
/* test: check --overflow --first -DBUG=14
 * exit: 10
 * stdout-contains: violated: no overflow at test/c/check/overflow.c:50:
 * stdout-contains: RESULT: false(no-overflow)
 */
