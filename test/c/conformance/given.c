// A call through a pointer that came from outside is one of a function that we
// do not see.
void bad(void);
void before(void);
void after(void);

static int hidden;
int visible;

int locked(int (*f)(int), int x) {
  before();
  hidden = 2;
  int r = f(x);
#ifdef BUG
  if (x == 5)
    before();
#endif
  after();
  if (hidden != 2)
    bad();
  return r;
}

int changes(int (*f)(int), int x) {
  visible = 3;
  int r = f(x);
  if (visible != 3)
    bad();
  return r;
}

long number(long (*f)(int), int x) {
  long r = f(x);
  if (r < 0)
    return -1;
  if (r < 0 || !f)
    bad();
  return r;
}

struct operations {
  int (*go)(struct operations *o);
  int n;
};

int optional(struct operations *o) {
  if (o->go)
    return o->go(o);
#ifdef BUG
  if (o->n == 3)
#else
  if (o->go)
#endif
    bad();
  return 0;
}

/* test: check --spec $dir/given.spec $file
 * exit: 5
 * stdout-contains: check order: locked refines ORDER: true
 * stdout-contains: check locked: locked unreachable call bad: true
 * stdout-contains: check changes: changes unreachable call bad: unknown
 * stdout-contains: check number: number unreachable call bad: true
 * stdout-contains: check optional: optional unreachable call bad: true
 * stdout-contains: call through a pointer that came from outside
 */
/* test: check --spec $dir/given.spec $file -DBUG
 * exit: 10
 * stdout-contains: check order: locked refines ORDER: unknown
 * stdout-contains: check optional: optional unreachable call bad: false
 */
