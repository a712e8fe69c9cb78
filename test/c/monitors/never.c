// What must not happen while somebody is inside: a trigger, with a condition
// over a global, and an assertion, however deep it is. At depth 17 the fault is
// not found: undecided, and no proof.
#ifndef DEPTH
#define DEPTH 11
#endif
void commit(void);
int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int inside;
static int visit(int n) {
  int r = 0;
  if (inside < 0)
    reach_error();
  if (n <= 0) {
    inside = 0;
    commit();
    return 1;
  }
  inside = 1;
  r = visit(n - 1);
#ifdef BUG
  if (n == DEPTH)
    inside = 1;
#endif
  if (inside == 1)
    commit();
  return r;
}
int main(void) {
  visit(__VERIFIER_nondet_int());
  return 0;
}

/* test: check --spec $dir/never.spec $file
 * exit: 0
 * stdout-contains: check main: main refines NOTHING: true
 * stdout-contains: check main: main assertions: true
 * stdout-contains: check main: main unreachable call reach_error: true
 */
/* test: check --spec $dir/never.spec $file -DBUG
 * exit: 10
 * stdout-contains: check main: main refines NOTHING: false
 * stdout-contains: check main: main assertions: true
 */
/* test: check --cpu-timeout 4s --spec $dir/never.spec $file -DBUG -DDEPTH=17
 * exit: 5
 * stdout-contains: check main: main refines NOTHING: unknown
 * stdout-lacks: check main: main refines NOTHING: true
 */
