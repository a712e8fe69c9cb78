// A function without a body may call what it was given: nothing is proved where
// that could matter.
#include <assert.h>
extern void run_later(void (*what)(void));
static int state;
static void set(void) {
  state = 1;
}
int main(void) {
  run_later(set);
  assert(state == 0);
  return 0;
}

/* test: check
 * exit: 5
 */
