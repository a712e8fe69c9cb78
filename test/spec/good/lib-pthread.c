#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total;

int add(int n) {
  pthread_mutex_lock(&guard);
  int now = total += n;
  pthread_mutex_unlock(&guard);
  return now;
}
