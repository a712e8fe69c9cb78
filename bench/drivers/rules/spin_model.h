static void spin_take(void) {
  if (spin_held)
    SPIN_TAKEN_TWICE();
  spin_held = 1;
}
static void spin_give(void) {
  if (!spin_held)
    SPIN_NOT_TAKEN();
  spin_held = 0;
}
void _raw_spin_lock(raw_spinlock_t *lock) { spin_take(); }
void _raw_spin_lock_irq(raw_spinlock_t *lock) { spin_take(); }
void _raw_spin_lock_bh(raw_spinlock_t *lock) { spin_take(); }
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock) {
  spin_take();
  return 0;
}
void _raw_spin_unlock(raw_spinlock_t *lock) { spin_give(); }
void _raw_spin_unlock_irq(raw_spinlock_t *lock) { spin_give(); }
void _raw_spin_unlock_bh(raw_spinlock_t *lock) { spin_give(); }
void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags) {
  spin_give();
}
