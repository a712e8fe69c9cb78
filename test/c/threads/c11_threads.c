// Threads of C11 are not modelled yet: nothing is said of what they do.
#include <threads.h>

static int x;

static int work(void *unused) {
  x = 1;
  return unused != 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, work, 0);
  x = 2;
  return thrd_join(thread, 0);
}

/* test: check --races
 * exit: 5
 * stdout-contains: RESULT: unknown (thrd_create is not modelled)
 */
/* test: check --deadlock
 * exit: 5
 * stdout-contains: RESULT: unknown (thrd_create is not modelled)
 */
