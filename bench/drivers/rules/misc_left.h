// Whoever is gone is not registered any more.
// symbols: misc_register misc_deregister
static int misc_held;
int misc_register(struct miscdevice *device) {
  if (__VERIFIER_nondet_int())
    return -16;
  misc_held++;
  return 0;
}
void misc_deregister(struct miscdevice *device) { misc_held--; }
#undef AFTER_EXIT
#define AFTER_EXIT()                                                           \
  do {                                                                         \
    if (misc_held > 0)                                                         \
      reach_error();                                                           \
  } while (0)
