// A thread uses an object of a block that was left: only the life that ends
// there stands between its creation and the access.
#include <pthread.h>

static void *work(void *argument) {
  *(int *)argument = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  {
    int local = 0;
    pthread_create(&thread, NULL, work, &local);
#ifndef BUG
    pthread_join(thread, NULL);
#endif
  }
#ifdef BUG
  pthread_join(thread, NULL);
#endif
  return 0;
}

/* test: check --deref
 * exit: 0
 */
/* test: check --deref -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
