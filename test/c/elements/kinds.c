// What loops do to all elements of an array: they fill, reverse, shift, filter,
// search, exchange and find the greatest; arrays of structs, and of a length
// that is an input.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void assert_that(int condition) {
  if (!condition)
    reach_error();
}
enum { N = 1000 };
struct pair {
  int key;
  char tag;
  int value;
};
static int a[N], b[N];
static struct pair pairs[N];

void filled(void) {
  for (int i = 0; i < N; i++)
    a[i] = 2 * i;
  for (int i = 0; i + 1 < N; i++)
    assert_that(a[i] < a[i + 1]);
}

void reversed(void) {
  for (int i = 0; i < N; i++)
    b[N - 1 - i] = a[i];
  for (int i = 0; i < N; i++)
    assert_that(b[i] == a[N - 1 - i]);
}

void greatest(void) {
  int most = a[0];
  for (int i = 0; i < N; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < N; i++)
    assert_that(a[i] <= most);
}

void filtered(void) {
  int count = 0;
  for (int i = 0; i < N; i++)
    if (a[i] >= 0)
      b[count++] = a[i];
  for (int i = 0; i < count; i++)
    assert_that(b[i] >= 0);
}

void searched(int wanted) {
  int at = 0;
  while (at < N && a[at] != wanted)
    at++;
  for (int i = 0; i < at; i++)
    assert_that(a[i] != wanted);
}

void exchanged(void) {
  int c[N];
  for (int i = 0; i < N; i++)
    c[i] = a[i];
  for (int i = 0; i < N; i++) {
    int kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
  for (int i = 0; i < N; i++)
    assert_that(b[i] == c[i]);
}

void structs(void) {
  for (int i = 0; i < N; i++) {
    pairs[i].key = i;
    pairs[i].value = 2 * i;
  }
  for (int i = 0; i < N; i++)
    assert_that(pairs[i].value == 2 * pairs[i].key);
}

void of_any_length(unsigned n) {
  if (n == 0 || n > 10000)
    return;
  int *p = malloc(n * sizeof *p);
  if (!p)
    return;
  for (unsigned i = 0; i < n; i++)
    p[i] = i % 3;
  unsigned k = __VERIFIER_nondet_int();
  if (k < n)
    assert_that(p[k] < 3);
}

/* test: check -q --function filled
 * stdout-contains: RESULT: true
 * test: check -q --function reversed
 * stdout-contains: RESULT: true
 * test: check -q --function greatest
 * stdout-contains: RESULT: true
 * test: check -q --function filtered
 * stdout-contains: RESULT: true
 * test: check -q --function searched
 * stdout-contains: RESULT: true
 * test: check -q --function exchanged
 * stdout-contains: RESULT: true
 * test: check -q --function structs
 * stdout-contains: RESULT: true
 * test: check -q --function of_any_length
 * stdout-contains: RESULT: true
 */
