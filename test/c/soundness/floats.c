// Floating point is that of IEEE 754, rounded to nearest: a tenth is none.
#include <assert.h>
int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; i++)
    sum += 0.1;
#ifdef BUG
  assert(sum == 1.0);
#else
  assert(sum < 1.0 && sum > 0.99);
#endif
  return 0;
}

/* test: check
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 */
