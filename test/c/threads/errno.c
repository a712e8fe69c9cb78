// Each thread has an errno of its own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *unused) {
  errno = 5;
  return unused;
}

int main(void) {
  pthread_t thread;
  errno = 0;
  pthread_create(&thread, NULL, work, NULL);
  errno = 0;
  pthread_join(thread, NULL);
  assert(errno == 0);
  return 0;
}

/* test: run
 * native: same
 */
/* test: run --races --seed 3
 * exit: 0
 */
/* test: check
 * stdout-lacks: RESULT: false
 * exit: 5
 */
/* test: check --races
 * stdout-lacks: RESULT: false
 * exit: 5
 */
