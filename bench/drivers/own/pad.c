// An interrupt is requested by the first user and freed by the last. BUG (irq):
// a user who was refused counts.
#include "own.h"
static int users;

static int pad_handle(int irq, void *device) { return 1; }

static int pad_open(struct inode *inode, struct file *file) {
#ifdef BUG
  if (users++)
    return 0;
  return request_threaded_irq(5, pad_handle, 0, 0, "pad", &users);
#else
  if (users == 0) {
    int error = request_threaded_irq(5, pad_handle, 0, 0, "pad", &users);
    if (error)
      return error;
  }
  users++;
  return 0;
#endif
}

static int pad_release(struct inode *inode, struct file *file) {
  if (users > 0 && --users == 0)
    free_irq(5, &users);
  return 0;
}

static const struct file_operations operations = {
    .open = pad_open,
    .release = pad_release,
};
