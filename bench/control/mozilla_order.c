// A new thread reads where its creator has written down who it is. The fault:
// it does not wait for that.
#include <assert.h>
#include <pthread.h>

enum { RUNNING = 2 };
static int handle, state;

static void *body(void *unused) {
#ifndef BUG
  while (handle == 0)
    continue;
#endif
  state = handle;
  assert(state == RUNNING);
  return unused;
}

int main(void) {
  pthread_t made;
  pthread_create(&made, 0, body, 0);
  handle = RUNNING;
  pthread_join(made, 0);
  return 0;
}
