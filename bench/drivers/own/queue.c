// Requests in a loop that gives the lock back while it works. BUG (spin_lock):
// one way round forgets to take it again.
#include "own.h"
static raw_spinlock_t lock;
static int waiting, done;

static long queue_write(struct file *file, const char *from, unsigned long n,
                        long *at) {
  _raw_spin_lock(&lock);
  waiting++;
  _raw_spin_unlock(&lock);
  return 1;
}

static long queue_ioctl(struct file *file, unsigned int command,
                        unsigned long argument) {
  int before;
  do {
    _raw_spin_lock(&lock);
    before = done;
    if (waiting) {
      waiting--;
      _raw_spin_unlock(&lock);
      done++;
#ifdef BUG
      if (command == 7)
        continue;
#endif
      _raw_spin_lock(&lock);
    }
    _raw_spin_unlock(&lock);
  } while (done != before);
#ifdef BUG
  if (command == 7)
    _raw_spin_unlock(&lock);
#endif
  return 0;
}

static const struct file_operations operations = {
    .write = queue_write,
    .ioctl = queue_ioctl,
};
