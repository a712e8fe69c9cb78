// How a driver stops: a worker asserts that it has not stopped while it works.
// The fault: whether the driver is stopping is asked before the worker counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending = 1;
static int stopping, event, stopped;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1)
    event = 1;
}

static int enter(void) {
#ifdef BUG
  if (stopping)
    return -1;
  atomic_fetch_add(&pending, 1);
  return 0;
#else
  atomic_fetch_add(&pending, 1);
  if (!stopping)
    return 0;
  leave();
  return -1;
#endif
}

static void *stopper(void *unused) {
  stopping = 1;
  leave();
  while (!event)
    continue;
  stopped = 1;
  return unused;
}

static void worker(void) {
  if (enter() != 0)
    return;
  assert(!stopped);
  leave();
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, stopper, 0);
  worker();
  return 0;
}
