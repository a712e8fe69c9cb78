// What a call may change: what `modifies` lists, or whatever escaped.
struct pair {
  int first, second;
};
void touch(struct pair *p);   // first only
void keep(struct pair *p);    // nothing
void wild(int *p);            // no `modifies`
void tick(void);              // a global
int count, other;
void say(void);

int listed(void) {
  struct pair p = {1, 2};
  touch(&p);
#ifdef BUG
  if (p.first == 1)
#else
  if (p.second == 2)
#endif
    say();
  return 0;
}

int kept(void) {
  struct pair p = {1, 2};
  other = 5;
  keep(&p);
  if (p.first == 1 && p.second == 2 && other == 5)
    say();
  return 0;
}

int anything(void) {
  int x = 1, y;
  wild(&x);
  y = x;
#ifdef BUG
  if (x == 1)
#else
  if (x == y)
#endif
    say();
  return 0;
}

int counted(void) {
  count = 0;
  other = 5;
  tick();
#ifdef BUG
  if (count == 0)
#endif
    if (other == 5)
      say();
  return 0;
}

/* test: check --spec $dir/modifies.spec $file
 * exit: 0
 * stdout-contains: check listed: listed refines SAID: true
 * stdout-contains: check kept: kept refines SAID: true
 * stdout-contains: check anything: anything refines SAID: true
 * stdout-contains: check counted: counted refines SAID: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/modifies.spec $file -DBUG
 * exit: 10
 * stdout-contains: check listed: listed refines SAID: false
 * stdout-contains: check kept: kept refines SAID: true
 * stdout-lacks: check anything: anything refines SAID: true
 * stdout-contains: check counted: counted refines SAID: false
 */
