// Some have stopped: termination if all have, deadlock if another waits. A
// routine that never comes back has stopped; an endless loop has not, and it
// does not wait.
void tick(void);
void leave(void);
int coin(void);

void ticks(int count) {
  while (count-- > 0)
    tick();
}

void ends(void) {
  tick();
  leave();
  tick();
}

void spins(void) {
  tick();
  for (;;)
    coin();
}

void ever(void) {
  for (;;)
    tick();
}

/* test: check -q --spec $dir/termination.spec $file
 * exit: 0
 * stdout-contains: check both_stop: EQUAL deadlock_free: true
 * stdout-contains: check one_waits: UNEQUAL deadlock_free: false
 * stdout-contains: check end_is_stop: END_STOP deadlock_free: true
 * stdout-contains: check end_waits: END_WAITS deadlock_free: false
 * stdout-contains: check no_wait: SPIN deadlock_free: true
 * stdout-contains: check for_ever: EVER deadlock_free: true
 * stdout-contains: check any_count: ANY_COUNT deadlock_free: false
 * stdout-contains: check same_count: SAME deadlock_free: true
 * stdout-contains: check once: END_STOP refines ONCE: true
 */
