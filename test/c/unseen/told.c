// What an unseen function changed is told where it is called.
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
 * stdout-contains: shared = 0
 * stdout-contains: fails: shared is 0
 */
