// A function without a body returns anything and may change globals that are
// not static; --unseen=nothing says that it does not.
#include <assert.h>
extern int ask(void);
int shared;
int main(void) {
  shared = 1;
  ask();
  assert(shared == 1);
  return 0;
}

/* test: check
 * exit: 10
 * stdout-contains: if ask may return
 */
/* test: check --unseen=nothing
 * stdout-contains: ask: no body
 * stdout-contains: RESULT: true
 */
