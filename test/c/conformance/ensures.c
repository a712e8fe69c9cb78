// `ensures`: what holds after every return.
struct queue {
  int n;
  int *data;
};
int state;
void bad(void);
void push(struct queue *q);
int next(int *p);
struct queue *make(void);

int counted(struct queue *q) {
  if (q->n == 3) {
    push(q);
    if (q->n != 4)
      bad();
  }
  return 0;
}

int both(void) {
  int x = 5, r = next(&x);
  if (r != 5 || x != 6)
    bad();
  return 0;
}

int unused(void) {
  int x = 5;
  next(&x);
  if (x != 6)
    bad();
  return 0;
}

int fresh(void) {
  struct queue *q = make();
  if (q && q->n != 9)
    bad();
  return 0;
}

int global(void) {
  state = 0;
  push(0);
  if (state != 1)
    bad();
  return 0;
}

int possible(void) {
  int x = 5;
  if (next(&x) == 5)
    bad();
  return 0;
}

// Not all that could be ensured is.
int unsaid(void) {
  struct queue *q = make();
  if (q && q->data)
    bad();
  return 0;
}

int kept(int *p, int v) {
  *p = v + 1;
  return v;
}

int broken(int *p, int v) {
  *p = v;
  return v;
}

struct queue *given(struct queue *q) {
  if (q)
    q->n = 2;
  return q;
}

struct queue *given_badly(struct queue *q) {
  if (q && q->n != 3)
    q->n = 2;
  return q;
}

void entered(int v) {
  state = v;
}

void left(int v) {
  if (v > 3)
    state = v;
}

/* test: check --spec $dir/ensures.spec $file
 * exit: 10
 * stdout-contains: check counted: counted unreachable call bad: true
 * stdout-contains: check both: both unreachable call bad: true
 * stdout-contains: check unused: unused unreachable call bad: true
 * stdout-contains: check fresh: fresh unreachable call bad: true
 * stdout-contains: check global: global unreachable call bad: true
 * stdout-contains: check possible: possible unreachable call bad: false
 * stdout-contains: check unsaid: unsaid unreachable call bad: false
 * stdout-contains: check kept: kept against its own abstraction: true
 * stdout-contains: check broken: broken against its own abstraction: false
 * stdout-contains: check given: given against its own abstraction: true
 * stdout-contains: check given_badly: given_badly against its own abstraction: false
 * stdout-contains: check entered: entered against its own abstraction: true
 * stdout-contains: check left: left against its own abstraction: false
 */
