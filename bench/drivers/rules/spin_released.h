// No operation comes back with a spin lock.
// symbols: _raw_spin_lock _raw_spin_lock_irqsave _raw_spin_lock_irq _raw_spin_lock_bh
#include "spin.h"
#include "spin_model.h"
#undef AFTER_OPERATION
#define AFTER_OPERATION()                                                      \
  do {                                                                         \
    if (spin_held)                                                             \
      reach_error();                                                           \
  } while (0)
