// A reboot notifier is unregistered after it was registered.
// symbols: register_reboot_notifier unregister_reboot_notifier
#include "pairs.h"
PAIR(notifier)
int register_reboot_notifier(struct notifier_block *block) {
  return notifier_take() ? 0 : -16;
}
int unregister_reboot_notifier(struct notifier_block *block) {
  notifier_give();
  return 0;
}
