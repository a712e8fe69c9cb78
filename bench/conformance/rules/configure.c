// A device is configured under its mutex, with a buffer that is not kept.
// -DBUG=1: interrupted, it goes on without the mutex.
// -DBUG=2: a size that is refused keeps the buffer.
#include "kernel.h"
#ifndef BUG
#define BUG 0
#endif

struct mutex device_mutex;
int configured;
extern int write_registers(int *values, int count);

int configure(int count, int value) {
  int *values;
  int error = 0, i = 0;

  if (mutex_lock_interruptible(&device_mutex) != 0 && !(BUG == 1 && configured))
    return -4;
  values = kzalloc(16 * sizeof(int), GFP_KERNEL);
  if (!values) {
    error = -12;
    goto unlock;
  }
  if (count < 1 || count > 16) {
    error = -22;
    if (BUG == 2)
      goto unlock;
    goto free;
  }
  while (i < count) {
    values[i] = value;
    i++;
  }
  error = write_registers(values, count);
  if (error >= 0)
    configured = 1;
free:
  kfree(values);
unlock:
  mutex_unlock(&device_mutex);
  return error;
}
