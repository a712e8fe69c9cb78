// One user at a time, by a mutex. BUG (mutex_lock): who was interrupted gives
// back what was not taken.
#include "own.h"
static struct mutex lock;
static int users;

static int door_open(struct inode *inode, struct file *file) {
  int error = mutex_lock_interruptible(&lock);
#ifdef BUG
  if (error)
    goto out;
#else
  if (error)
    return error;
#endif
  if (users) {
    error = -16;
    goto out;
  }
  users = 1;
out:
  mutex_unlock(&lock);
  return error;
}

static int door_release(struct inode *inode, struct file *file) {
  mutex_lock(&lock);
  users = 0;
  mutex_unlock(&lock);
  return 0;
}

static const struct file_operations operations = {
    .open = door_open,
    .release = door_release,
};
