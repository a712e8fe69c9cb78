// Where a function that is checked alone starts: a static variable that nothing
// writes has its initial value, and any other pointer may have its own.
void bad(void);
void tick(void);

static int limit = 3;
static struct {
  const char *name;
  int size[2];
} table[] = {{"abc", {1, 2}}, {"x", {3, 4}}};

int fixed(unsigned i) {
#ifdef BUG
  if (limit == 3)
#else
  if (limit != 3)
#endif
    bad();
  if (table[i & 1].name[0] != (i & 1 ? 'x' : 'a') || table[1].size[0] != 3)
    bad();
  return 0;
}

int loud(int n) {
  bad();
  return n;
}

static int quiet(int n) {
  return n + 1;
}

#ifdef BUG
static int (*calls[])(int) = {quiet, loud};
#else
static int (*calls[])(int) = {quiet, quiet};
#endif

int call(unsigned i) {
  return calls[i & 1](3);
}

int jump(unsigned i) {
  static void *labels[] = {&&one, &&two};
  goto *labels[i & 1];
one:
  return 1;
two:
#ifdef BUG
  bad();
#endif
  return 2;
}

static int value;
static int *fixed_pointer = &value;
int own(void) {
  value = 1;
  *fixed_pointer = 2;
#ifdef BUG
  if (value == 2)
#else
  if (value != 2)
#endif
    bad();
  return 0;
}

// Written elsewhere: null, an object of its own, or the initial address.
struct node {
  struct node *next;
  int n;
};
static struct node last = {0, 2}, first = {&last, 1};
struct node *head = &first;
int *cursor = &value;

int set(int *p) {
  cursor = p;
  return p != 0;
}

int alias(void) {
  value = 1;
  if (cursor)
    *cursor = 2;
#ifdef BUG
  if (value == 2)
#else
  if (cursor != &value && value == 2)
#endif
    bad();
  return 0;
}

int walk(void) {
  last.n = 1;
  if (head && head->next)
    head->next->n = 3;
#ifdef BUG
  if (last.n == 3)
#else
  if (last.n != 1 && head != &first)
#endif
    bad();
  return 0;
}

// The address of a function in an object that may be written.
struct operations {
  int (*go)(int);
};
#ifdef BUG
struct operations operations = {loud};
#else
struct operations operations = {quiet};
#endif

int indirect(void) {
  return operations.go(1);
}

/* test: check --spec $dir/start.spec $file
 * exit: 0
 * stdout-contains: check fixed: fixed unreachable call bad: true
 * stdout-contains: check call: call unreachable call bad: true
 * stdout-contains: check jump: jump unreachable call bad: true
 * stdout-contains: check own: own unreachable call bad: true
 * stdout-contains: check alias: alias unreachable call bad: true
 * stdout-contains: check walk: walk unreachable call bad: true
 * stdout-contains: check indirect: indirect unreachable call bad: true
 * stdout-contains: but for static ones that nothing writes
 */
/* test: check --spec $dir/start.spec $file -DBUG
 * exit: 10
 * stdout-contains: check fixed: fixed unreachable call bad: false
 * stdout-contains: check call: call unreachable call bad: false
 * stdout-contains: check jump: jump unreachable call bad: false
 * stdout-contains: check own: own unreachable call bad: false
 * stdout-contains: check alias: alias unreachable call bad: false
 * stdout-contains: check walk: walk unreachable call bad: false
 * stdout-contains: check indirect: indirect unreachable call bad: false
 */
