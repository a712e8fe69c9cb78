// Two threads count what they serve. With -DLOCKED the counter is protected.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *serve(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
  served = served + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, serve, 0);
  pthread_create(&two, 0, serve, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
