// A ring of bytes under a spin lock. BUG (spin_released, spin_lock): a full ring is left
// without giving the lock back.
#include "own.h"
enum { SIZE = 8 };
static raw_spinlock_t lock;
static char ring[SIZE];
static unsigned head, tail;

static long ring_write(struct file *file, const char *from, unsigned long n,
                       long *at) {
  _raw_spin_lock(&lock);
  if (head - tail >= SIZE) {
#ifndef BUG
    _raw_spin_unlock(&lock);
#endif
    return -11;
  }
  ring[head++ % SIZE] = 1;
  _raw_spin_unlock(&lock);
  return 1;
}

static long ring_read(struct file *file, char *to, unsigned long n, long *at) {
  long got = 0;
  _raw_spin_lock(&lock);
  if (tail != head) {
    got = ring[tail % SIZE];
    tail++;
  }
  _raw_spin_unlock(&lock);
  return got;
}

static const struct file_operations operations = {
    .read = ring_read,
    .write = ring_write,
};
