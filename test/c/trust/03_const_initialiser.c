// Constants that clang puts into an initialiser without a check, though it
// warns of them.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  unsigned a, b;
};

#ifdef GLOBAL
unsigned global = 1u << 32;
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) {
#ifdef SUM
    int t[3] = {1, 2, 2147483647 + 1};
    n = t[1];
#elif defined GOOD
    struct pair x = {1u << 31, 2};
    n = (int)x.b;
#else
    struct pair x = {1u << 32, 2};
    n = (int)x.b;
#endif
    assert(n == 7);
  }
  return 0;
}

/* test: check
 * exit: 4
 * stdout-contains: RESULT: true (vacuous:
 *
 * test: check --overflow
 * exit: 10
 * stdout-contains: 03_const_initialiser.c:24:25  no overflow     fails
 *
 * test: check --overflow -DSUM
 * exit: 10
 * stdout-contains: 03_const_initialiser.c:18:34  no overflow     fails
 *
 * test: check -DGOOD
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: check -DGLOBAL -DGOOD
 * exit: 5
 * stdout-contains: constant expression that has no value in C
 */
