// Each component has an action of its own, which the specification knows. Under
// the rule of seed 000, section 5.3, the other one would have it in its
// alphabet, too, and refuse it: nothing could happen, and all would pass.
void work(void);
void rest(void);
void ready(void);

void worker(void) {
  ready();
  work();
#ifndef GOOD
  work();
#endif
}

void sleeper(void) {
  ready();
  rest();
}

/* test: check -q --spec $dir/alphabet.spec $file
 * exit: 10
 * stdout-contains: check once: S refines ONCE: false
 * stdout-contains: check never: S refines NEVER: false
 * stdout-contains: check rests: S refines RESTS: true
 * stdout-contains: check blocked: BLOCKED refines NEVER: true
 */
/* test: check -q --spec $dir/alphabet.spec $file -DGOOD
 * exit: 10
 * stdout-contains: check once: S refines ONCE: true
 * stdout-contains: check never: S refines NEVER: false
 * stdout-contains: check rests: S refines RESTS: true
 * stdout-contains: check blocked: BLOCKED refines NEVER: true
 */
