// A driver that takes its lock around a change of state.
struct spinlock {
  int held;
};

void spin_lock(struct spinlock *lock);
void spin_unlock(struct spinlock *lock);

struct spinlock dev_lock;
static struct spinlock other_lock;
static int busy;

int dev_ioctl(int command) {
  int result = -1;
  spin_lock(&dev_lock);
  if (!busy) {
    busy = command;
    result = 0;
  }
  spin_unlock(&dev_lock);
  spin_lock(&other_lock);
  spin_unlock(&other_lock);
  return result;
}
