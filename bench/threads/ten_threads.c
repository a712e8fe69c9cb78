// Ten threads with a lock each take turns at one sum.
#include <assert.h>
#include <pthread.h>

#define COUNT 10
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *argument) {
  int mine = (int)(long)argument;
  pthread_mutex_lock(&mutex);
  sum += mine;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[COUNT];
  for (int i = 0; i < COUNT; i++)
    pthread_create(&threads[i], 0, work, (void *)(long)i);
#ifdef BUG
  for (int i = 0; i < COUNT - 1; i++)
#else
  for (int i = 0; i < COUNT; i++)
#endif
    pthread_join(threads[i], 0);
  assert(sum >= 0);
#ifdef BUG
  assert(sum == 45);
#else
  pthread_mutex_lock(&mutex);
  assert(sum <= 45);
  pthread_mutex_unlock(&mutex);
#endif
  return 0;
}
