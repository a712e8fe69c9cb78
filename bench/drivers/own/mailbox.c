// Messages are copied to users outside the lock. BUG (user_in_atomic): one of
// the two ways copies inside.
#include "own.h"
static raw_spinlock_t lock;
static int full;
static char message[4];

static long mailbox_read(struct file *file, char *to, unsigned long n,
                         long *at) {
  char copy[4];
  unsigned long flags = _raw_spin_lock_irqsave(&lock);
  if (!full) {
    _raw_spin_unlock_irqrestore(&lock, flags);
    return 0;
  }
  copy[0] = message[0];
#ifdef BUG
  if (n == 1) {
    long left = _copy_to_user(to, message, 1);
    _raw_spin_unlock_irqrestore(&lock, flags);
    return 1 - left;
  }
#endif
  full = 0;
  _raw_spin_unlock_irqrestore(&lock, flags);
  return _copy_to_user(to, copy, 1) ? -14 : 1;
}

static long mailbox_write(struct file *file, const char *from, unsigned long n,
                          long *at) {
  char copy[4];
  if (_copy_from_user(copy, from, 4))
    return -14;
  unsigned long flags = _raw_spin_lock_irqsave(&lock);
  full = 1;
  message[0] = copy[0];
  _raw_spin_unlock_irqrestore(&lock, flags);
  return 4;
}

static const struct file_operations operations = {
    .read = mailbox_read,
    .write = mailbox_write,
};
