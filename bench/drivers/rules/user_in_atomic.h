// Memory of users is not touched while a spin lock is held.
// symbols: _copy_to_user _copy_from_user
#include "spin.h"
#include "spin_model.h"
unsigned long _copy_to_user(void __user *to, const void *from,
                            unsigned long n) {
  if (spin_held)
    reach_error();
  return __VERIFIER_nondet_int() ? n : 0;
}
unsigned long _copy_from_user(void *to, const void __user *from,
                              unsigned long n) {
  if (spin_held)
    reach_error();
  return __VERIFIER_nondet_int() ? n : 0;
}
