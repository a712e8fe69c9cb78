static int mutex_held;
#ifndef MUTEX_WRONG
#define MUTEX_WRONG() reach_error()
#endif
static void mutex_take(void) {
  if (mutex_held)
    MUTEX_WRONG();
  mutex_held = 1;
}
void mutex_lock(struct mutex *lock) { mutex_take(); }
int mutex_lock_interruptible(struct mutex *lock) {
  if (__VERIFIER_nondet_int())
    return -4;
  mutex_take();
  return 0;
}
int mutex_trylock(struct mutex *lock) {
  if (mutex_held || __VERIFIER_nondet_int())
    return 0;
  mutex_held = 1;
  return 1;
}
void mutex_unlock(struct mutex *lock) {
  if (!mutex_held)
    MUTEX_WRONG();
  mutex_held = 0;
}
