// `assume others` in a specification: what functions change that have neither a
// body nor a `modifies`.
void bad(void);
void step(void);
void push(int *p);
int count, state;

void quiet(void) {
  state = 1;
  step();
  if (state != 1)
    bad();
}

void counts(void) {
  count = 1;
  step();
  if (count != 1)
    bad();
}

void passes(void) {
  int x = 1;
  push(&x);
  if (x != 1)
    bad();
}

/* test: check --spec $dir/others.spec $file
 * exit: 0
 * stdout-contains: check quiet: quiet refines NEVER: true
 * stdout-contains: check counts: counts refines NEVER: true
 * stdout-contains: step: no body; returns anything, changes nothing (`assume others`)
 */
/* test: check --spec $dir/listed.spec $file
 * exit: 10
 * stdout-contains: check quiet: quiet refines NEVER: true
 * stdout-contains: check counts: counts refines NEVER: false
 * stdout-contains: if step changes nothing but what `assume others` lists
 * stdout-contains: step: no body; returns anything, changes only `count` (`assume others`)
 */
/* test: check --spec $dir/passed.spec $file
 * exit: 10
 * stdout-contains: check quiet: quiet refines NEVER: true
 * stdout-contains: check passes: passes refines NEVER: false
 */
/* test: check --spec $dir/anything.spec $file
 * exit: 10
 * stdout-contains: check quiet: quiet refines NEVER: false
 */
/* test: check --spec $dir/anything.spec $file --unseen=nothing
 * exit: 10
 */
/* test: check --function passes --unseen=nothing --deref $file
 * exit: 0
 */
/* test: check --function passes --deref $file
 * exit: 5
 */
