// C leaves open in which order arguments are evaluated; the order is clang's.
#include <assert.h>
static int number;
static int next(void) {
  return ++number;
}
static int first(int a, int b) {
  (void)b;
  return a;
}
int main(void) {
  assert(first(next(), next()) == 1);
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
