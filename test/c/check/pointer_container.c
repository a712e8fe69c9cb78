// A driver finds its data by container_of, and behind a void pointer.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CONTAINER_OF(pointer, type, member)                                    \
  ((type *)((char *)(pointer)-offsetof(type, member)))

struct device {
  int minor;
};

struct file {
  struct device *device;
  void *private_data;
};

struct driver {
  int users;
  struct device device;
};

struct reader {
  struct driver *driver;
  int is_counted;
};

static int driver_open(struct file *file) {
  struct driver *driver = CONTAINER_OF(file->device, struct driver, device);
  if (driver->users)
    return -1;
  struct reader *reader = malloc(sizeof *reader);
  if (!reader)
    return -1;
  reader->driver = driver;
  reader->is_counted = 1;
  driver->users++;
  file->private_data = reader;
  return 0;
}

static void driver_release(struct file *file) {
  struct reader *reader = file->private_data;
#ifdef BUG
  reader->is_counted = __VERIFIER_nondet_int();
#endif
  if (reader->is_counted)
    reader->driver->users--;
  file->private_data = NULL;
  free(reader);
}

int main(void) {
  struct driver driver = {.users = 0};
  struct file file = {.device = &driver.device};
  while (__VERIFIER_nondet_int()) {
    if (!file.private_data && driver_open(&file) == 0)
      assert(driver.users == 1);
    else if (file.private_data)
      driver_release(&file);
    assert(!!driver.users == !!file.private_data);
  }
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
