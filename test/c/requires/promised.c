// `requires` beside what is promised: assumed by the body, owed by callers.
#include <assert.h>
int unseen(int x);
int limit;

int half(int x) {
  assert(x >= 0);
  return x / 2;
}

int wrong(int x) { return x / 2 - 1; }

int twice(int n) {
  int y = half(n);
  assert(y <= n);
  return y;
}

int outside(int n) {
  int y = n > 3 ? unseen(n) : 1;
  assert(y > 0);
  return y;
}

int outside_wrong(int n) { return unseen(n); }

int limited(int n) {
  assert(n < 100);
  return n;
}

int sets(void) {
  limit = 50;
  return limited(49);
}

int forgets(void) {
  limit = 50;
  return limited(50);
}

/* test: check --spec $dir/promised.spec --check half $file
 * exit: 0
 */
/* test: check --spec $dir/promised.spec --check wrong $file
 * exit: 10
 */
/* test: check --spec $dir/promised.spec --check twice $file
 * exit: 10
 * stdout-contains: half requires x >= 0  fails
 * stdout-contains: assert(y <= n)        holds
 */
/* test: check --spec $dir/promised.spec --function outside $file
 * exit: 0
 * stdout-contains: the abstractions of unseen
 * stdout-contains: unseen requires x > 2  holds
 */
/* test: check --spec $dir/promised.spec --function outside_wrong $file
 * exit: 10
 * stdout-contains: unseen requires x > 2  fails
 */
/* test: check --spec $dir/promised.spec --function limited $file
 * exit: 0
 */
/* test: check --spec $dir/promised.spec --function sets $file
 * exit: 0
 */
/* test: check --spec $dir/promised.spec --function forgets $file
 * exit: 10
 * stdout-contains: limited requires n < limit && limit <= 100  fails
 */
/* test: check --spec $dir/promised.spec --function sets --all $file
 * exit: 1
 * stderr-contains: `--all` has no effect here
 */
/* test: check --spec $dir/promised.spec --deref $file
 * exit: 1
 * stderr-contains: --function f asks it of f as well
 */
/* test: check --spec $dir/promised.spec --function nobody $file
 * exit: 2
 * stderr-contains: nobody
 */
