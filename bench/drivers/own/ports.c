// Two regions of ports and a device. BUG (region): the second is released
// although only the first was granted.
#include "own.h"
static struct resource all;
static struct miscdevice device;

static int __init ports_init(void) {
  int error = -16;
  if (!__request_region(&all, 0x60, 4, "ports", 0))
    return error;
  if (!__request_region(&all, 0x70, 4, "ports", 0))
#ifdef BUG
    goto both;
#else
    goto first;
#endif
  error = misc_register(&device);
  if (error)
    goto both;
  return 0;
both:
  __release_region(&all, 0x70, 4);
#ifndef BUG
first:
#endif
  __release_region(&all, 0x60, 4);
  return error;
}

static void __exit ports_exit(void) {
  misc_deregister(&device);
  __release_region(&all, 0x70, 4);
  __release_region(&all, 0x60, 4);
}

module_init(ports_init)
module_exit(ports_exit)
