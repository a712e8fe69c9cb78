// Code that we do not see may call what it gets hold of: nothing is proved that
// such a call could make wrong.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
extern void call(void (*f)(void));
extern void unseen(void);
extern int look(const void *at);

struct operations {
  void (*run)(void);
};

static int hidden;
int visible;

void check(void) { assert(hidden == 0); }
void count(void) { visible++; }
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

#if WAY == 3
struct operations table = {check}, *tables[2] = {0, &table};
#elif WAY == 4
static struct operations table = {check};
#endif

int main(void) {
  int pair[2] = {2, 1}, kept = 3;
#if WAY == 0
  call(reach_error);
#elif WAY == 1
  signal(2, (void (*)(int))reach_error);
#elif WAY == 2
  struct operations mine = {reach_error};
  look(&mine);
#elif WAY == 3 // others can name the table
  unseen();
#elif WAY == 4 // nobody else can
  (void)table;
  unseen();
#elif WAY == 5 // what it changes may change anyway
  call(count);
  assert(kept == 3);
#elif WAY == 6
  call(count);
  assert(visible == 0);
#elif WAY == 7 // a function that writes nothing does not matter
  qsort(pair, 2, sizeof *pair, compare);
  assert(kept == 3);
#elif WAY == 8
  call(check);
#endif
  return pair[0] == kept;
}

/* test: check -DWAY=0
 * exit: 5
 * stdout-contains: callback of reach_error
 */
/* test: check -DWAY=1
 * exit: 5
 * stdout-contains: callback of reach_error
 */
/* test: check -DWAY=2
 * exit: 5
 * stdout-contains: callback of reach_error
 */
/* test: check -DWAY=3
 * exit: 5
 * stdout-contains: callback of check
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check -DWAY=5
 * exit: 0
 */
/* test: check -DWAY=6
 * exit: 10
 */
/* test: check -DWAY=7
 * exit: 0
 */
/* test: check -DWAY=8
 * exit: 5
 * stdout-contains: callback of check
 */
