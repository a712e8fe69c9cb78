// A table of operations as a driver has one, behind a pointer in an object that
// is allocated once: fields are scalars, calls become branches.
#include <stdio.h>
#include <stdlib.h>

struct device;
struct operations {
  int (*open)(struct device *);
  int (*close)(struct device *);
};
struct device {
  int state;
  const struct operations *operations;
};

static int fast_open(struct device *device) {
  return device->state = 1;
}
static int slow_open(struct device *device) {
  return device->state = 2;
}
static int any_close(struct device *device) {
  int old = device->state;
  device->state = 0;
  return old;
}

static const struct operations fast = {fast_open, any_close};
static const struct operations slow = {slow_open, any_close};

int main(int argc, char **argv) {
  struct device *device = malloc(sizeof *device);
  (void)argv;
  if (!device)
    return 1;
  device->operations = argc > 1 ? &fast : &slow;
  int opened = device->operations->open(device);
  printf("%d %d\n", opened, device->operations->close(device));
  free(device);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component -- one
 * native: same
 */
/* test: dump component
 * stdout-contains: @0:32
 * stdout-contains: @8:64
 * stdout-contains: [fast_open == device->operations->open]
 * stdout-lacks: arrays
 */
