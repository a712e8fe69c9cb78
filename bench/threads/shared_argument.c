// A loop variable is not handed to a thread.
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *work(void *argument) {
  int me = *(int *)argument;
  seen[me] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  int i;
  for (i = 0; i < 2; i++) {
#ifdef BUG
    numbers[0] = i;
    pthread_create(&threads[i], 0, work, &numbers[0]);
#else
    pthread_create(&threads[i], 0, work, &numbers[i]);
#endif
  }
  for (i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(seen[0] && seen[1]);
  return 0;
}
