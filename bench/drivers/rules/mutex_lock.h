// A mutex is taken and given back in turn.
// symbols: mutex_lock mutex_lock_interruptible mutex_trylock
#include "mutex_model.h"
