// A block is freed while another thread may still write to it.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *work(void *argument) {
  *block = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  if (!block)
    return 0;
  pthread_create(&thread, NULL, work, NULL);
#ifdef JOINED
  pthread_join(thread, NULL);
  free(block);
#else
  free(block);
  pthread_join(thread, NULL);
#endif
  return 0;
}

/* test: check --races --cpu-timeout 10
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races --cpu-timeout 10 -DJOINED
 * exit: 0
 * stdout-contains: RESULT: true
 */
