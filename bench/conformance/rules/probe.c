// A driver takes what it needs in order and, when something is not to be had,
// gives back what it has in the reverse order; remove does the same.
// -DBUG=1: after a failure of the registration the interrupt stays.
// -DBUG=2: the interrupt is taken before there is memory for it.
#include "kernel.h"
#ifndef BUG
#define BUG 0
#endif

struct device {
  int port, irq, users;
};

struct device *the_device;
extern int request_region(int port);
extern void release_region(int port);
extern int request_irq(int irq);
extern void free_irq(int irq);
extern int register_device(struct device *device);
extern void unregister_device(struct device *device);

int probe(int port, int irq) {
  struct device *device;
  int error;

  if (port < 0)
    return -19;
  error = request_region(port);
  if (error)
    return error;
  if (BUG == 2 && irq == 7) {
    error = request_irq(irq);
    if (error)
      goto no_memory;
  }
  device = kzalloc(sizeof *device, GFP_KERNEL);
  if (!device) {
    error = -12;
    goto no_memory;
  }
  device->port = port;
  device->irq = irq;
  if (!(BUG == 2 && irq == 7)) {
    error = request_irq(irq);
    if (error)
      goto no_irq;
  }
  error = register_device(device);
  if (error)
    goto not_registered;
  the_device = device;
  return 0;

not_registered:
  if (BUG != 1 || irq > 15)
    free_irq(irq);
no_irq:
  kfree(device);
no_memory:
  release_region(port);
  return error;
}

void withdraw(struct device *device) {
  unregister_device(device);
  free_irq(device->irq);
  release_region(device->port);
  kfree(device);
}
