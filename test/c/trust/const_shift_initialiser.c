// Shifts of constants beyond the sign, in initialisers that clang computes.
#define LAST 31
int main(void) {
#if CASE == 1
  int t[3] = {1, 1 << 31, 2};
#elif CASE == 2
  int t[3] = {1, 3 << 31, 2};
#elif CASE == 3
  struct { long a, b; } s = {-1L << 3, 2};
  int t[2] = {0, (int)s.b};
#elif CASE == 4
  int t[3] = {1, (int)(1u << 31), 1 << 30};
#elif CASE == 5 // no code: nothing is evaluated
  enum { TOP = 1 << LAST };
  int t[2] = {0, 1};
  switch (t[1]) {
  case 1 << 31: return 1;
  }
#endif
  return t[1] != 0;
}
/* test: check -q --overflow -DCASE=1
 * exit: 10
 * stdout-contains: c:5:20  no overflow  fails
 * test: check -q --overflow -DCASE=2
 * exit: 10
 * stdout-contains: c:7:20  no overflow  fails
 * test: check -q --overflow -DCASE=3
 * exit: 10
 * stdout-contains: c:9:34  no overflow  fails
 * test: check -q --overflow -DCASE=4
 * stdout-contains: RESULT: true
 * test: check -q --overflow -DCASE=5
 * exit: 0
 * stdout-contains: RESULT: true
 */
