// INT_MIN / -1 and 1 << 40, which clang computes, where nothing evaluates them,
// and where something does.
#include <assert.h>
#include <limits.h>
int nondet(void);
#define BAD (1 << 40)
#define QUOTIENT (INT_MIN / -1)

int main(void) {
  int n = nondet(), a = 0;
#if CASE == 1
  a = 0 && (INT_MIN / -1);
  a = 0 && (1 << 40);
#elif CASE == 2
  a = 1 ? 2 : INT_MIN / -1;
  a = 1 ? 2 : 1 << 40;
#elif CASE == 3
  if (0) a = INT_MIN / -1; else a = 4;
  if (0) a = 1 << 40; else a = 4;
#elif CASE == 4
  a = _Generic(1 << 40, int: 1, default: 2) + (int)sizeof(INT_MIN / -1);
#elif CASE == 5
  if (n > 5 && n < 4)
    a = BAD + QUOTIENT;
#elif CASE == 6 // what clang computes behind a choice
  if (n > 5 && (1 << 40) < 3)
    a = 2;
#elif CASE == 7
  a = n > 5 || !BAD;
#elif CASE == 8
  a = n > 5 ? n : QUOTIENT % 3;
#elif CASE == 9
  INT_MIN / -1;
#elif CASE == 10
  while (n > 5 && (-1 << 40 ? n : 3))
    n--;
#endif
  assert(n < 6 || n == n + 1 + a);
  return 0;
}

/* test: check -q -DCASE=1
 * exit: 10
 * test: check -q -DCASE=2
 * exit: 10
 * test: check -q -DCASE=3
 * exit: 10
 * test: check -q -DCASE=4
 * exit: 10
 * test: check -q -DCASE=5
 * exit: 10
 * test: check -q -DCASE=6
 * exit: 0
 * test: check -q -DCASE=7
 * exit: 10
 * test: check -q -DCASE=8
 * exit: 10
 * test: check -q -DCASE=9
 * exit: 4
 * test: check -q -DCASE=10
 * exit: 0
 * test: check -q --overflow -DCASE=1
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --overflow -DCASE=2
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --overflow -DCASE=3
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --overflow -DCASE=4
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 * test: check -q --overflow -DCASE=6
 * exit: 10
 * stdout-contains: folded_unevaluated.c:26:19  no overflow
 * stdout-contains: RESULT: false(no-overflow)
 * test: check -q --overflow -DCASE=7
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 * test: check -q --overflow -DCASE=8
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 * test: check -q --overflow -DCASE=9
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 * test: check -q --overflow -DCASE=10
 * exit: 10
 * stdout-contains: RESULT: false(no-overflow)
 */
