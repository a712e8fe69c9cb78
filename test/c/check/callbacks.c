// Functions that only code which we do not see calls: their assertions are not
// proved by being unreachable.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

struct operations {
  void (*run)(void);
};

extern void register_callback(void (*f)(void));
extern void register_operations(struct operations *operations);

static void run(void) { assert(0); }
static void handle(int number) { assert(number != 2); }
static int compare(const void *a, const void *b) {
  assert(a != b);
  return 0;
}

static struct operations operations = {run};
static int (*volatile order)(const void *, const void *) = compare;

int main(void) {
  int pair[2] = {2, 1};
#if WAY == 1
  register_callback(run);
#elif WAY == 2
  register_operations(&operations);
#elif WAY == 3
  atexit(run);
#elif WAY == 4
  signal(2, handle);
#elif WAY == 5
  qsort(pair, 2, sizeof *pair, order);
#endif
  (void)run, (void)handle, (void)operations, (void)order;
  return pair[0] == 7;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DWAY=1
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: callback of run)
 */
/* test: check -DWAY=2
 * exit: 5
 * stdout-contains: callback of run
 */
/* test: check -DWAY=3
 * exit: 10
 * stdout-contains: violated: assert(0)
 */
/* test: check -DWAY=4
 * exit: 5
 * stdout-contains: callback of handle
 */
/* test: check -DWAY=5
 * exit: 5
 * stdout-contains: callback of compare
 */
