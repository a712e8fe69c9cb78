// A watchdog that is started by the first user. BUG (sleep_in_atomic): it waits
// for its device with the lock held.
#include "own.h"
static raw_spinlock_t lock;
static int running, timeout = 10;

static int timer_open(struct inode *inode, struct file *file) {
  _raw_spin_lock_irq(&lock);
  if (running) {
    _raw_spin_unlock_irq(&lock);
    return -16;
  }
  running = 1;
#ifdef BUG
  if (timeout > 20)
    msleep(timeout);
#endif
  _raw_spin_unlock_irq(&lock);
  msleep(1);
  return 0;
}

static long timer_ioctl(struct file *file, unsigned int command,
                        unsigned long argument) {
  long error = 0;
  _raw_spin_lock_irq(&lock);
  if (command == 1 && argument > 0 && argument < 256)
    timeout = (int)argument;
  else
    error = -22;
  _raw_spin_unlock_irq(&lock);
  return error;
}

static const struct file_operations operations = {
    .open = timer_open,
    .ioctl = timer_ioctl,
};
