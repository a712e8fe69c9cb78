// A property for each lock: of parameters, globals, locals, in structs and
// arrays, behind pointers that may be one or the other.
struct lock {
  int held;
};
struct device {
  int busy;
  struct lock outer, inner;
  struct device *parent;
};
void lock(struct lock *l);
void unlock(struct lock *l);
int any(void);
struct lock global, table[4];

// Nested locks are no violation.
int nested(struct device *d) {
  lock(&d->outer);
  lock(&d->inner);
  if (any()) {
    unlock(&d->inner);
#ifndef BUG
    unlock(&d->outer);
#endif
    return -1;
  }
  unlock(&d->outer);
  unlock(&d->inner);
  return 0;
}

// Two of the same type, and a global.
int transfer(struct device *from, struct device *to) {
  lock(&from->outer);
  lock(&to->outer);
  lock(&global);
#ifdef BUG
  unlock(&to->outer);
#endif
  unlock(&to->outer);
  unlock(&global);
  unlock(&from->outer);
  return 0;
}

// The pointer is one or the other, and the same at the end.
int either(struct device *d, int n) {
  struct lock *l = n > 0 ? &d->outer : &global;
  lock(l);
#ifdef BUG
  n = any();
#endif
  unlock(n > 0 ? &d->outer : &global);
  return 0;
}

static void with(struct lock *l) {
  lock(l);
  if (any())
    any();
#ifdef BUG
  if (l != &global)
#endif
    unlock(l);
}

// Locals and calls.
int locals(void) {
  struct lock here, there;
  here.held = there.held = 0;
  lock(&here);
  with(&there);
  with(&global);
  unlock(&here);
  return 0;
}

// Elements of an array, in a loop: each is taken once, and given back.
int elements(unsigned n) {
  for (unsigned i = 0; i < 4; i++)
    lock(&table[i]);
  for (unsigned i = 0; i < 4; i++)
#ifdef BUG
    if (i != n)
#endif
      unlock(&table[i]);
  return 0;
}

// The same lock twice.
int twice(struct device *d) {
  lock(&d->outer);
#ifdef BUG
  lock(&d->outer);
  unlock(&d->outer);
#endif
  unlock(&d->outer);
  return 0;
}

/* test: check --spec $dir/each_lock.spec $file
 * exit: 0
 * stdout-contains: check nested: nested refines FREE: true
 * stdout-contains: check transfer: transfer refines FREE: true
 * stdout-contains: check either: either refines FREE: true
 * stdout-contains: check locals: locals refines FREE: true
 * stdout-contains: check elements: elements refines FREE: true
 * stdout-contains: check twice: twice refines FREE: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/each_lock.spec $file -DBUG
 * exit: 10
 * stdout-contains: check nested: nested refines FREE: false
 * stdout-contains: check transfer: transfer refines FREE: false
 * stdout-contains: check either: either refines FREE: false
 * stdout-contains: check locals: locals refines FREE: false
 * stdout-contains: check elements: elements refines FREE: false
 * stdout-contains: check twice: twice refines FREE: false
 */
