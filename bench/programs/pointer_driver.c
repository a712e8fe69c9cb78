// A driver for a device with one buffer and a lock, in the manner of a kernel's
// character drivers: the system calls a table of operations with a file, the
// driver finds its own data behind private_data, and the device by the part of
// it that the system knows (container_of). Which calls come in which order,
// what the user passes and what the hardware says are arbitrary.
//
//   -DPROPERTY=n   the assertion to check, 1 to 6
//   -DBUG=n        seeds a mistake that violates property n
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#ifndef PROPERTY
#define PROPERTY 1
#endif
#ifndef BUG
#define BUG 0
#endif

#define CHECK_PROPERTY(n, condition) assert(PROPERTY != (n) || (condition))
#define CONTAINER_OF(pointer, type, member)                                    \
  ((type *)((char *)(pointer)-offsetof(type, member)))

enum { EPERM = 1, EIO = 5, ENXIO = 6, ENOMEM = 12, EBUSY = 16, EINVAL = 22 };
enum { COMMAND_RESET, COMMAND_SET_MODE, COMMAND_START, COMMAND_STOP };
enum { MODE_IDLE, MODE_SINGLE, MODE_STREAM };

// ---- What the system offers.

struct lock {
  int is_held;
};

static void lock_take(struct lock *lock) {
  CHECK_PROPERTY(1, !lock->is_held);
  lock->is_held = 1;
}

static void lock_give_back(struct lock *lock) {
  CHECK_PROPERTY(2, lock->is_held);
  lock->is_held = 0;
}

struct char_device {
  int minor;
  int users;
};

struct file {
  struct char_device *device;
  int is_writable;
  void *private_data;
};

struct file_operations {
  int (*open)(struct file *file);
  int (*read)(struct file *file, int wanted);
  int (*ioctl)(struct file *file, int command, int argument);
  int (*release)(struct file *file);
};

// ---- The driver.

struct registers {
  int control;
  int status;
};

struct sampler {
  struct registers registers;
  struct lock lock;
  struct char_device device;
  int is_opened;
  int is_running;
  int mode;
};

// What belongs to one opened file.
struct reader {
  struct sampler *sampler;
  int samples;
};

static struct sampler *sampler_of(struct char_device *device) {
  return CONTAINER_OF(device, struct sampler, device);
}

static int sampler_open(struct file *file) {
  struct sampler *sampler = sampler_of(file->device);
  int result = 0;
  lock_take(&sampler->lock);
  if (sampler->is_opened) {
    result = -EBUSY;
    if (BUG == 1)
      return result;
    goto out;
  }
  struct reader *reader = malloc(sizeof *reader);
  if (!reader) {
    result = -ENOMEM;
    goto out;
  }
  reader->sampler = sampler;
  reader->samples = 0;
  file->private_data = reader;
  sampler->is_opened = 1;
  sampler->device.users++;
out:
  lock_give_back(&sampler->lock);
  return result;
}

static int sampler_wait(struct sampler *sampler) {
  for (int i = 0; i < 3; i++) {
    sampler->registers.status = __VERIFIER_nondet_int();
    if (sampler->registers.status != 0)
      return sampler->registers.status < 0 ? -EIO : 0;
  }
  return -EIO;
}

static int sampler_read(struct file *file, int wanted) {
  struct reader *reader = file->private_data;
  struct sampler *sampler = reader->sampler;
  if (wanted <= 0)
    return -EINVAL;
  lock_take(&sampler->lock);
  if (!sampler->is_running && BUG != 3) {
    lock_give_back(&sampler->lock);
    return -ENXIO;
  }
  int result = sampler_wait(sampler);
  if (result == 0) {
    CHECK_PROPERTY(3, sampler->mode != MODE_IDLE);
    result = sampler->mode == MODE_SINGLE ? 1 : wanted;
    reader->samples = 1;
    if (BUG == 2 && sampler->mode == MODE_SINGLE) {
      sampler->is_running = 0;
      lock_give_back(&sampler->lock);
    }
  }
  lock_give_back(&sampler->lock);
  return result;
}

static int set_mode(struct sampler *sampler, int mode) {
  if (mode != MODE_SINGLE && mode != MODE_STREAM)
    return -EINVAL;
  if (sampler->is_running && BUG != 4)
    return -EBUSY;
  CHECK_PROPERTY(4, !sampler->is_running);
  sampler->mode = mode;
  return 0;
}

static int sampler_ioctl(struct file *file, int command, int argument) {
  struct reader *reader = file->private_data;
  struct sampler *sampler = reader->sampler;
  int result = 0;
  if (!file->is_writable && !(BUG == 5 && command == COMMAND_STOP))
    return -EPERM;
  CHECK_PROPERTY(5, file->is_writable);
  lock_take(&sampler->lock);
  switch (command) {
  case COMMAND_RESET:
    sampler->is_running = 0;
    sampler->mode = MODE_IDLE;
    sampler->registers.control = 0;
    break;
  case COMMAND_SET_MODE: result = set_mode(sampler, argument); break;
  case COMMAND_START:
    if (sampler->mode == MODE_IDLE) {
      result = -EINVAL;
      break;
    }
    sampler->is_running = 1;
    sampler->registers.control = 1;
    break;
  case COMMAND_STOP:
    sampler->is_running = 0;
    sampler->registers.control = 0;
    break;
  default: result = -EINVAL;
  }
  lock_give_back(&sampler->lock);
  return result;
}

static int sampler_release(struct file *file) {
  struct reader *reader = file->private_data;
  struct sampler *sampler = reader->sampler;
  lock_take(&sampler->lock);
  sampler->is_running = 0;
  sampler->registers.control = 0;
  sampler->is_opened = 0;
  if (BUG != 6)
    sampler->device.users--;
  lock_give_back(&sampler->lock);
  file->private_data = NULL;
  free(reader);
  return 0;
}

static const struct file_operations sampler_operations = {
    .open = sampler_open,
    .read = sampler_read,
    .ioctl = sampler_ioctl,
    .release = sampler_release,
};

// ---- The system: two files, calls in any order.

static void call(const struct file_operations *operations, struct file *file) {
  int result;
  if (!file->private_data) {
    file->is_writable = __VERIFIER_nondet_int() != 0;
    result = operations->open(file);
    CHECK_PROPERTY(6, result != 0 || file->device->users == 1);
    return;
  }
  switch (__VERIFIER_nondet_int()) {
  case 0: operations->read(file, __VERIFIER_nondet_int()); break;
  case 1: {
    int command = __VERIFIER_nondet_int();
    operations->ioctl(file, command, __VERIFIER_nondet_int());
    break;
  }
  default: operations->release(file);
  }
}

int main(void) {
  struct sampler sampler = {.device = {.minor = 1}};
  struct file first = {.device = &sampler.device};
  struct file second = {.device = &sampler.device};
  while (__VERIFIER_nondet_int())
    call(&sampler_operations, __VERIFIER_nondet_int() ? &first : &second);
  return 0;
}
