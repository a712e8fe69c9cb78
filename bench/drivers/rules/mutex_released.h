// No operation comes back with a mutex.
// symbols: mutex_lock mutex_lock_interruptible mutex_trylock
#define MUTEX_WRONG() ((void)0)
#include "mutex_model.h"
#undef AFTER_OPERATION
#define AFTER_OPERATION()                                                      \
  do {                                                                         \
    if (mutex_held)                                                            \
      reach_error();                                                           \
  } while (0)
