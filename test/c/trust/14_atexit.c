// What atexit registers runs when the program ends, the last one first.
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int n;

static void count(void) { n++; }
static void is_one(void) { assert(n == 1); }
static void more(void) { atexit(is_one); }

static void stop(int code) { exit(code); }

int main(void) {
#if WAY == 0
  atexit(reach_error);
#elif WAY == 1 // no handler runs
  atexit(reach_error);
  abort();
#elif WAY == 2 // count, then is_one
  atexit(is_one);
  atexit(count);
#elif WAY == 3 // the other way round
  atexit(count);
  atexit(is_one);
#elif WAY == 4 // through exit
  atexit(is_one);
  stop(__VERIFIER_nondet_int());
#elif WAY == 5 // not through _Exit
  atexit(is_one);
  _Exit(0);
#elif WAY == 6 // a handler that registers another
  atexit(more);
  n = 1;
#elif WAY == 7
  atexit(more);
  atexit(count);
  atexit(count);
#elif WAY == 8 // another list
  at_quick_exit(is_one);
  if (__VERIFIER_nondet_int())
    quick_exit(0);
  atexit(count);
#elif WAY == 9
  at_quick_exit(is_one);
  n = 1;
  quick_exit(0);
#elif WAY == 10 // in a loop
  for (int i = 0; i < 3; i++)
    atexit(count);
  atexit(is_one);
  n = 1;
#elif WAY == 11
  assert(atexit(count) == 0);
#elif WAY == 12 // exit is called through a pointer, so that we lose track
  void (*end)(int) = exit;
  atexit(is_one);
  end(1);
#endif
  return 0;
}

/* test: check -DWAY=0
 * exit: 10
 * stdout-contains: violated: reach_error()
 */
/* test: check -DWAY=1
 * exit: 0
 */
/* test: check -DWAY=2
 * exit: 0
 */
/* test: check -DWAY=3
 * exit: 10
 */
/* test: check -DWAY=4
 * exit: 10
 */
/* test: check -DWAY=5
 * exit: 0
 */
/* test: check -DWAY=6
 * exit: 0
 */
/* test: check -DWAY=7
 * exit: 10
 */
/* test: check -DWAY=8
 * exit: 10
 */
/* test: check -DWAY=9
 * exit: 0
 */
/* test: check -DWAY=10
 * exit: 0
 */
/* test: check -DWAY=11
 * exit: 0
 */
/* test: check -DWAY=12
 * exit: 5
 * stdout-contains: callback of is_one
 */
/* test: run -DWAY=0
 * exit: 134
 * stderr-contains: reach_error is called
 */
