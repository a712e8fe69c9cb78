// A lock behind pointers: its state is in a struct that the functions get by
// address, and the struct is embedded in another.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct lock {
  int is_held;
};
struct device {
  int pending;
  struct lock lock;
};

static void acquire(struct lock *lock) {
  assert(!lock->is_held);
  lock->is_held = 1;
}
static void release(struct lock *lock) {
  assert(lock->is_held);
  lock->is_held = 0;
}

static void serve(struct device *device) {
  int *pending = &device->pending;
  acquire(&device->lock);
  if (*pending > 0) {
    (*pending)--;
    release(&device->lock);
#ifndef BUG
    acquire(&device->lock);
#endif
  }
  release(&device->lock);
}

int main(void) {
  struct device device = {__VERIFIER_nondet_int(), {0}};
  while (__VERIFIER_nondet_int())
    serve(&device);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --32 --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
