// What a function without a body may change is what a run changes: globals,
// what its arguments point to, what else it can know of, also to zero, also
// pointers to functions.
void bad(void);
void ext(void);
void fill(int *x);
void keep(int *x);

struct pair {
  void *p;
  int v;
};
typedef int operation(int);

int state;
int other;
int table[4];
static int hidden;

static int add(int x) {
  return x + 1;
}
static int sub(int x) {
  return x - 1;
}
operation *hook = add;

int to_zero(void) {
  int x = 5;
  fill(&x);
  if (x == 0)
    bad();
  return 0;
}

int to_other(void) {
  int x = 5;
  fill(&x);
  if (x != 5)
    bad();
  return 0;
}

int twice(void) {
  ext();
  int first = state;
  ext();
  if (first == 3 && state == 0)
    bad();
  return 0;
}

int element(unsigned i) {
  table[1] = 0;
  ext();
  if (i < 4 && i > 0 && table[i] == 7 && table[0] == 6)
    bad();
  return 0;
}

int pointed(int *p) {
  ext();
  if (p && *p == 3)
    bad();
  return 0;
}

int member(struct pair *p) {
  ext();
  if (p && p->v == 3)
    bad();
  return 0;
}

int remembered(void) {
  int x = 1;
  keep(&x);
  ext();
  if (x == 9)
    bad();
  return 0;
}

int hooked(void) {
  hook = add;
  ext();
  if (hook == sub)
    bad();
  return 0;
}

int own(void) {
  int x = 5;
  ext();
  if (x != 5)
    bad();
  return x;
}

// What it cannot know of it does not change. It might call back, so that is
// not proved either.

int hides(void) {
  hidden = 2;
  ext();
  if (hidden != 2)
    bad();
  return 0;
}

int later(void) {
  int x = 1;
  ext();
  if (x == 9)
    bad();
  keep(&x);
  return x;
}

int one_of(int c) {
  int x = 1, y = 1;
  keep(c ? &x : &y);
  ext();
  if (c && y == 9)
    bad();
  return x;
}

/* test: check --spec $dir/unseen.spec
 * exit: 10
 * stdout-contains: check to_zero: to_zero unreachable call bad: false
 * stdout-contains: check to_other: to_other unreachable call bad: false
 * stdout-contains: check twice: twice unreachable call bad: false
 * stdout-contains: check element: element unreachable call bad: false
 * stdout-contains: check pointed: pointed unreachable call bad: false
 * stdout-contains: check member: member unreachable call bad: false
 * stdout-contains: check remembered: remembered unreachable call bad: false
 * stdout-contains: check hooked: hooked unreachable call bad: false
 * stdout-contains: check own: own unreachable call bad: true
 * stdout-lacks: check hides: hides unreachable call bad: false
 * stdout-lacks: check later: later unreachable call bad: false
 * stdout-lacks: check one_of: one_of unreachable call bad: false
 */
