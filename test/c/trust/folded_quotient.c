// INT_MIN / -1 and INT_MIN % -1 that clang computes without a word.
#include <assert.h>
#include <limits.h>
int nondet(void);
struct pair {
  int a, b;
};

int main(void) {
  int n = nondet();
#ifdef BUG
  struct pair p = {1, INT_MIN % -1};
  struct pair q = {1, (-2147483647 - 1) / (-1)};
  assert(n != n || p.b == 7 || q.b == 7);
#else
  struct pair p = {5 % -1, SHRT_MIN / -1};
  struct {
    long a, b;
  } q = {(long)INT_MIN / -1, INT_MIN / -1L}; // not INT_MIN / -1
  assert(p.a == 0 && p.b == 32768 && q.a == 2147483648 && q.b == q.a);
  assert(n == n);
#endif
  return 0;
}

/* test: check $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --overflow $file
 * exit: 0
 */
/* test: check $file -DBUG
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind undefined behaviour (quotient does not fit (INT_MIN / -1))
 */
/* test: check --overflow $file -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
