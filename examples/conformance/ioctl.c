// A driver's ioctl: the lock is held while the mode changes, and on no way out.
//
//   vouch check --spec ioctl.spec ioctl.c
//   vouch check --spec ioctl.spec -DFORGET ioctl.c
struct spinlock {
  int held;
};

extern void spin_lock(struct spinlock *lock);
extern void spin_unlock(struct spinlock *lock);
extern int set_mode(int mode);

struct spinlock dev_lock;
static int busy;

int dev_ioctl(int command, int argument) {
  int result = 0;
  spin_lock(&dev_lock);
  if (busy) {
#ifndef FORGET
    spin_unlock(&dev_lock);
#endif
    return -16;
  }
  if (command == 1)
    result = set_mode(argument);
  else if (command == 2)
    busy = 1;
  else
    result = -22;
  spin_unlock(&dev_lock);
  return result;
}
