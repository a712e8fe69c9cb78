// What functions without a body leave alone: what is static and of which they
// have not got the address, integers (they are no addresses), and what no type
// has pointers in.
void bad(void);
void go(void);
void keep(void (*f)(void));
void pass(int *p);
long receive(char *buffer);

static int hidden, passed, shared;
static struct {
  int a, b;
} pair;
static int array[4];
int visible;

static void deep(void) {
  shared = 2;
}
static void callback(void) {
  deep();
}
void start(void) {
  keep(callback);
  pass(&passed);
}

int hides(int i) {
  static int local;
  hidden = 1, pair.b = 2, array[i & 3] = 3, local = 4;
  go();
#ifdef BUG
  if (hidden == 1)
#else
  if (hidden != 1 || pair.b != 2 || array[i & 3] != 3 || local != 4)
#endif
    bad();
  return 0;
}

int sees(void) {
  visible = 1;
  go();
  if (visible != 1)
    bad();
  return 0;
}

// Given away, or written by a function that was.
int sees_passed(void) {
  passed = 1;
  go();
  if (passed != 1)
    bad();
  return 0;
}

int calls_back(void) {
  shared = 1;
  go();
  if (shared != 1)
    bad();
  return 0;
}

// Another global's address in a pointer of ours.
static int other;
int *pointer;
int *address(void) {
  return &other;
}
int repoints(void) {
  other = 0;
  pointer = &passed;
  go();
  other = 0;
  *pointer = 5;
  if (other == 5)
    bad();
  return 0;
}

// Data behind a pointer is data after a call, too.
int data(int *c) {
#ifdef BUG
  if (*c == 1)
#else
  if (*c == 1 && *c != 1)
#endif
    bad();
  go();
  return *c;
}

struct variant {
  int tag;
  union {
    int i;
    const char *s;
  } u;
};
int tagged(struct variant *v) {
  switch (v->tag) {
  case 1:
    go();
    return v->u.i;
  case 2:
    if (v->tag != 2)
      bad();
#ifdef BUG
    bad();
#endif
    return v->u.s != 0;
  default: return 1;
  }
}

int result(void) {
  char buffer[8];
  long r = receive(buffer);
  if (r < 0)
    return -1;
#ifdef BUG
  if (r == 7)
#else
  if (r < 0)
#endif
    bad();
  return 0;
}

/* test: check --spec $dir/unseen_calls.spec $file
 * exit: 10
 * stdout-contains: check hides: hides unreachable call bad: true
 * stdout-contains: check sees: sees unreachable call bad: false
 * stdout-contains: check sees_passed: sees_passed unreachable call bad: unknown
 * stdout-contains: check calls_back: calls_back unreachable call bad: unknown
 * stdout-contains: check repoints: repoints unreachable call bad: false
 * stdout-contains: check data: data unreachable call bad: true
 * stdout-contains: check tagged: tagged unreachable call bad: true
 * stdout-contains: check result: result unreachable call bad: true
 * stdout-contains: go: no body; returns anything, may change what it can reach
 */
/* test: check --spec $dir/unseen_calls.spec $file -DBUG
 * exit: 10
 * stdout-contains: check hides: hides unreachable call bad: false
 * stdout-contains: check data: data unreachable call bad: false
 * stdout-contains: check tagged: tagged unreachable call bad: false
 * stdout-contains: check result: result unreachable call bad: false
 */
