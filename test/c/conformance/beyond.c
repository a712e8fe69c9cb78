// An input object with pointers may be the first of an array: elements that the
// code gets at are there, and what else lies beyond or before it is not known,
// and never excluded.
void bad(void);

struct item {
  const char *name;
  int id;
  int marks[4];
};

int index(struct item *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i].id == 7 && i == 1)
      bad();
  return 0;
}

int step(struct item *a, int n) {
  struct item *p = a;
  if (n > 0)
    p += n;
  if (n == 2 && p->id == 4)
    bad();
  return 0;
}

int string(char **v) {
  if (v[1][0] == 'x')
    bad();
  return 0;
}

int second(struct item *a, int i) {
  const char *name = i ? a[i].name : "ab";
  if (name[0] == 'x')
    bad();
  return 0;
}

int assign(struct item *a) {
  struct item b = a[1];
  if (b.name && b.name[0] == 'x')
    bad();
  return 0;
}

int inner(struct item *a) {
  int *marks = a[1].marks;
  if (marks[a->id & 3] == 3)
    bad();
  return 0;
}

struct link {
  struct link *next;
};
struct element {
  int id;
  struct link link;
};

int container(struct link *l) {
  struct element *e = (struct element *)((char *)l - 8);
  if (e->id == 5)
    bad();
  return 0;
}

struct message {
  char *name;
  long size;
  int data[];
};

int flexible(struct message *m) {
  if (m->data[1] == 5)
    bad();
  return 0;
}

// Nothing is lost where one object is meant.
int single(struct item *a, struct item *b) {
  a->id = 1;
  b->id = 2;
  a->marks[2] = 5;
#ifdef BUG
  if (a->id == 1 && b->marks[2] == 6)
#else
  if (a->id != 1 || b->id != 2 || a->marks[2] != 5)
#endif
    bad();
  return 0;
}

int first(struct item *a, int n) {
  for (int i = 0; i < n; i++)
#ifdef BUG
    if (a[i].id == 7 && i == 0)
#else
    if (a[i].id == 7 && i < 0)
#endif
      bad();
  return 0;
}

/* test: check --spec $dir/beyond.spec $file
 * exit: 10
 * stdout-contains: check index: index unreachable call bad: false
 * stdout-contains: check step: step unreachable call bad: false
 * stdout-contains: check string: string unreachable call bad: false
 * stdout-contains: check second: second unreachable call bad: false
 * stdout-contains: check assign: assign unreachable call bad: false
 * stdout-contains: check inner: inner unreachable call bad: false
 * stdout-contains: check container: container unreachable call bad: unknown
 * stdout-contains: check flexible: flexible unreachable call bad: unknown
 * stdout-contains: check single: single unreachable call bad: true
 * stdout-contains: check first: first unreachable call bad: true
 */
/* test: check --spec $dir/beyond.spec $file -DBUG
 * exit: 10
 * stdout-contains: check single: single unreachable call bad: false
 * stdout-contains: check first: first unreachable call bad: false
 */
