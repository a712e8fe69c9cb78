// A mutex around a state with three steps. BUG (mutex_released, mutex_lock): a step that
// does not fit returns with it.
#include "own.h"
static struct mutex lock;
static int step;

static long vault_ioctl(struct file *file, unsigned int command,
                        unsigned long argument) {
  long error = 0;
  mutex_lock(&lock);
  switch (command) {
  case 1: step = step == 0 ? 1 : step; break;
  case 2: step = step == 1 ? 2 : step; break;
  case 3:
    if (step != 2)
#ifdef BUG
      return -22;
#else
      error = -22;
#endif
    else
      step = 0;
    break;
  default: error = -25;
  }
  mutex_unlock(&lock);
  return error;
}

static const struct file_operations operations = {
    .ioctl = vault_ioctl,
};
