// A spin lock is taken and given back in turn.
// symbols: _raw_spin_lock _raw_spin_lock_irqsave _raw_spin_lock_irq _raw_spin_lock_bh
#include "spin.h"
#undef SPIN_TAKEN_TWICE
#undef SPIN_NOT_TAKEN
#define SPIN_TAKEN_TWICE() reach_error()
#define SPIN_NOT_TAKEN() reach_error()
#include "spin_model.h"
