// What was taken out of the shared pointer belongs to who took it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grab(void *unused) {
  pthread_mutex_lock(&lock);
  int *mine = shared;
#ifndef BUG
  shared = 0;
#endif
  pthread_mutex_unlock(&lock);
  if (mine) {
    *mine = 1;
    *mine = *mine + 1;
    assert(*mine == 2);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&a, 0, grab, 0);
  pthread_create(&b, 0, grab, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
