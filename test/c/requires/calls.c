// Preconditions: assumed where a function is checked alone, rows at its calls.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

int first(const int *p, size_t n) {
  assert(n > 0);
  return p[0];
}

int last(const int *p, size_t n) {
  assert(n > 1);
  return p[n - 1];
}

int good_caller(void) {
  int a[3] = {1, 2, 3};
  return first(a, 3) + first(a + 2, 1);
}

int short_caller(void) {
  int a[3] = {1, 2, 3};
  return first(a + 1, 3);
}

int empty_caller(void) {
  int a[3] = {1, 2, 3};
  return first(a, 0);
}

int null_caller(int c) {
  int a[3] = {1, 2, 3};
  return first(c ? a : NULL, 3);
}

// 4 * n is 4 in 64 bits
int wrapping_caller(void) {
  int a[3] = {1, 2, 3};
  return first(a, ((size_t)1 << 62) + 1);
}

int freed_caller(void) {
  int *p = malloc(3 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 1;
  free(p);
  return first(p, 3);
}

int sum(const int *p, int n) {
  if (n <= 0)
    return 0;
  return p[0] + sum(p + 1, n - 1);
}

int sum_wrong(const int *p, int n) {
  if (n <= 0)
    return 0;
  return p[0] + sum_wrong(p + 1, n);
}

int negative_caller(void) { return sum(NULL, -1) + sum(NULL, 0); }

/* test: check --spec $dir/calls.spec --deref --function first $file
 * exit: 0
 * stdout-contains: at the start, what first requires: sized_by(p, n); n > 0
 * stdout-contains: what is given at the start has at most 1099511627776 bytes
 */
/* test: check --spec $dir/calls.spec --deref --function last $file
 * exit: 10
 * stdout-contains: assert(n > 1)  fails
 * stdout-contains: valid access   holds
 */
/* test: check --spec $dir/calls.spec --deref --function good_caller $file
 * exit: 0
 * stdout-contains: what called functions require (4 places)
 * stdout-lacks: at the start, what
 */
/* test: check --spec $dir/calls.spec --function short_caller $file
 * exit: 10
 * stdout-contains: first requires sized_by(p, n)  fails (read of 12 bytes out of bounds: at offset 4 of `a` (12 bytes
 * stdout-contains: RESULT: false(requires)
 */
/* test: check --spec $dir/calls.spec --function empty_caller $file
 * exit: 10
 * stdout-contains: first requires sized_by(p, n)  holds
 * stdout-contains: first requires n > 0           fails (not met: first requires n > 0)
 */
/* test: check --spec $dir/calls.spec --function null_caller $file
 * exit: 10
 * stdout-contains: first requires sized_by(p, n)  fails (not met
 */
/* test: check --spec $dir/calls.spec --function wrapping_caller $file
 * exit: 10
 * stdout-contains: first requires sized_by(p, n)  fails
 */
/* test: check --spec $dir/calls.spec --function freed_caller $file
 * exit: 10
 * stdout-contains: read of 12 bytes in a heap object freed at
 */
/* test: check --spec $dir/calls.spec --deref --function sum $file
 * exit: 0
 */
/* test: check --spec $dir/calls.spec --deref --function sum_wrong $file
 * exit: 10
 * stdout-contains: sum_wrong requires sized_by(p, n)  fails
 */
/* test: check --spec $dir/calls.spec --deref --function negative_caller $file
 * exit: 0
 */
