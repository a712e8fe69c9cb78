// Which of two objects comes first is not known, whatever one layout says.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int first, second;

static void move(char *to, const char *from, size_t count) {
  if (to < from)
    for (size_t i = 0; i < count; i++)
      to[i] = from[i];
  else
    for (size_t i = count; i > 0; i--)
      to[i - 1] = from[i - 1];
}

int main(void) {
  int a, b;
#ifdef LOCALS
  int *p = &a, *q = &b;
  if (__VERIFIER_nondet_int())
    assert(p < q);
  assert(p > q);
#elif defined GLOBALS
  if (__VERIFIER_nondet_int())
    assert(&first < &second);
  assert(&first >= &second);
#elif defined MERGED // each may be either: still nobody knows
  int *p = __VERIFIER_nondet_int() ? &first : &second;
  int *q = __VERIFIER_nondet_int() ? &first : &second;
  if (p == &first && q == &second)
    assert(p < q);
#elif defined STORED
  int found[2] = {0, 0};
  found[__VERIFIER_nondet_int() & 1] = &first < &second;
  assert(!found[0] || !(&second < &first));
#elif defined TOTAL // but it is one order
  int c, *p = &a, *q = &b, *r = &c;
  assert((p < q) != (q < p));
  if (p < q && q < r)
    assert(p < r && !(r <= p));
  int *low = p < q ? p : q, *high = p < q ? q : p;
  assert(low != high && low < high);
#elif defined LOOP // in whichever object
  int x[3] = {1, 2, 3}, y[3] = {1, 2, 3}, sum = 0;
  int *p = __VERIFIER_nondet_int() ? x : y, *end = p + 3;
  while (p < end)
    sum += *p++;
  assert(sum == 6);
#else
  int array[4];
  assert(&array[1] < &array[3] && array + 4 > array && &a != &b);
  char from[2] = {1, 2}, to[3] = {7, 7, 7};
  move(to, from, 2);
  assert(to[0] == 1 && to[1] == 2 && to[2] == 7);
  move(to + 1, to, 2);
  assert(to[0] == 1 && to[1] == 1 && to[2] == 2);
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DLOCALS
 * stdout-lacks: holds
 * stdout-lacks: RESULT: true
 * exit: 10
 */
/* test: check -DGLOBALS
 * stdout-lacks: holds
 * stdout-lacks: RESULT: true
 * exit: 10
 */
/* test: check -DMERGED
 * stdout-lacks: RESULT: true
 * exit: 5
 */
/* test: check -DSTORED
 * stdout-contains: RESULT: true
 */
/* test: check -DTOTAL
 * stdout-contains: RESULT: true
 */
/* test: check -DLOOP
 * stdout-contains: RESULT: true
 */
