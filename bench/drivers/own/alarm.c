// A notifier that is registered only if an option says so. BUG (notifier): it is
// unregistered whatever it said.
#include "own.h"
int __VERIFIER_nondet_int(void);
static struct notifier_block block;
static int wanted;

static int __init alarm_init(void) {
  wanted = __VERIFIER_nondet_int();
  if (wanted)
    return register_reboot_notifier(&block);
  return 0;
}

static void __exit alarm_exit(void) {
#ifndef BUG
  if (wanted)
#endif
    unregister_reboot_notifier(&block);
}

module_init(alarm_init)
module_exit(alarm_exit)
