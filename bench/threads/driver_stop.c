// A driver is stopped while somebody may be using it: the last one who leaves
// lets it stop.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int stopping, stopped, event, pending = 1;

static void __VERIFIER_atomic_enter(int *status) {
  if (stopping)
    *status = -1;
  else {
    pending++;
    *status = 0;
  }
}

static int enter(void) {
#ifdef BUG
  if (stopping)
    return -1;
  __VERIFIER_atomic_begin();
  pending++;
  __VERIFIER_atomic_end();
  return 0;
#else
  int status;
  __VERIFIER_atomic_enter(&status);
  return status;
#endif
}

static void leave(void) {
  int left;
  __VERIFIER_atomic_begin();
  pending--;
  left = pending;
  __VERIFIER_atomic_end();
  if (left == 0)
    event = 1;
}

static void *stop(void *unused) {
  stopping = 1;
  leave();
  while (!event)
    ;
  stopped = 1;
  return unused;
}

static void *use(void *unused) {
  if (enter() == 0) {
    assert(!stopped);
    leave();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, stop, 0);
  pthread_create(&b, 0, use, 0);
  use(0);
  return 0;
}
