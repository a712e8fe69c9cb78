// Violations behind long loops, which any input leads to, or many do: runs with
// inputs drawn by chance find them. A program with one execution is decided by
// it as soon as the search is hard.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define N 100000
int a[N];

#ifdef FILL
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    a[i] = x;
  for (int i = 0; i < N - 1; i++)
    a[i] = 42;
  for (int i = 0; i < N; i++)
    assert(a[i] == 42);
  return 0;
}
#endif

#ifdef SUM
int main(void) {
  unsigned sum = 0, n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 50000; i++) {
    sum += (n ^ i) & 7;
    if (__VERIFIER_nondet_uint() % 2)
      sum++;
  }
  assert(sum < 10000);
  return 0;
}
#endif

#ifdef ONE
int main(void) {
  unsigned hash = 1;
  for (unsigned i = 0; i < 200000; i++)
    hash = hash * 31 + (hash >> 7);
  assert(hash != VALUE);
  return 0;
}
#endif

/* test: check -DFILL --cpu-timeout 10
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */

/* test: check -DSUM --cpu-timeout 10
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */

/* test: check -DONE -DVALUE=5 --cpu-timeout 10
 * exit: 0
 * stdout-contains: by execution
 * stdout-contains: RESULT: true
 */

/* test: check -DONE -DVALUE=3416065411u --cpu-timeout 10
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
