// For ever new threads, each of which takes a number that nobody else has.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned given, largest;

static void *work(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
  given = given + 1;
  unsigned mine = given;
  if (mine > largest)
    largest = mine;
  assert(largest >= mine);
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, work, 0);
}
