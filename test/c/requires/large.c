// A large input is one that there is: what is required does not bound numbers.
#include <assert.h>

int far(int *p, int n) {
  int s = 0;
  if (n > 5000) {
    s = p[n - 1];
    assert(n < 10000);
  }
  return s;
}

int sum(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

int sum_wrong(int *p, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += p[i];
  return s;
}

int none(int *p, int n) {
  assert(p);
  return p[n];
}

/* test: check --spec $dir/large.spec --deref --function far $file
 * exit: 10
 * stdout-contains: valid access       holds
 * stdout-contains: assert(n < 10000)  fails
 */
/* test: check --spec $dir/large.spec --deref --function sum $file
 * exit: 0
 */
/* test: check --spec $dir/large.spec --deref --function sum_wrong $file
 * exit: 10
 */
/* test: check --spec $dir/large.spec --deref --function none $file
 * exit: 4
 * stdout-contains: RESULT: true (vacuous: no state meets what none requires)
 * stderr-contains: no call can meet what 'none' requires
 */
/* test: check --spec $dir/large.spec $file
 * exit: 4
 * stdout-contains: true (vacuous: no state meets what none requires)
 */
