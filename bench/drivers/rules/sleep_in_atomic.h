// Nobody sleeps while a spin lock is held.
// symbols: msleep msleep_interruptible usleep_range_state schedule schedule_timeout mutex_lock
#include "spin.h"
#include "spin_model.h"
static void sleeps(void) {
  if (spin_held)
    reach_error();
}
void msleep(unsigned int ms) { sleeps(); }
unsigned long msleep_interruptible(unsigned int ms) {
  sleeps();
  return 0;
}
void usleep_range_state(unsigned long least, unsigned long most,
                        unsigned int state) {
  sleeps();
}
void schedule(void) { sleeps(); }
signed long schedule_timeout(signed long timeout) {
  sleeps();
  return 0;
}
void mutex_lock(struct mutex *lock) { sleeps(); }
void mutex_unlock(struct mutex *lock) {}
