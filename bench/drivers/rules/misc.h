// A device is deregistered after it was registered.
// symbols: misc_register misc_deregister
#include "pairs.h"
PAIR(misc)
int misc_register(struct miscdevice *device) { return misc_take() ? 0 : -16; }
void misc_deregister(struct miscdevice *device) { misc_give(); }
