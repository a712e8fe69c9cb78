// Nobody sleeps under a spin lock, and references are given back.
typedef struct spinlock { int raw; } spinlock_t;
typedef struct raw_spinlock { int raw; } raw_spinlock_t;
typedef unsigned gfp_t;
struct mutex { int held; };
struct kref { int count; };
struct rw_semaphore { int count; };
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
void msleep(unsigned ms);
void kref_get(struct kref *kref);
int kref_put(struct kref *kref, void (*release)(struct kref *));

struct device {
  spinlock_t lock, other;
  struct mutex user;
  struct kref ref;
  int state;
};

void waits(struct device *d) {
  spin_lock(&d->lock);
  int state = d->state;
#ifdef BUG
  if (state == 3)
    msleep(1);
#endif
  spin_unlock(&d->lock);
  if (state == 3)
    msleep(1);
}

int nested(struct device *d) {
  mutex_lock(&d->user);
  spin_lock(&d->lock);
  if (!spin_trylock(&d->other)) {
#ifdef BUG
    mutex_lock(&d->user);
#endif
    spin_unlock(&d->lock);
    mutex_unlock(&d->user);
    return -1;
  }
  spin_unlock(&d->other);
  spin_unlock(&d->lock);
  mutex_unlock(&d->user);
  msleep(1);
  return 0;
}

int holds(struct device *d) {
  kref_get(&d->ref);
  if (d->state < 0) {
#ifndef BUG
    kref_put(&d->ref, 0);
#endif
    return -1;
  }
  kref_put(&d->ref, 0);
  return 0;
}

/* test: check --unseen=nothing --spec $dir/each_atomic.spec $file
 * exit: 0
 * stdout-contains: check waits: waits refines AWAKE: true
 * stdout-contains: check nested: nested refines AWAKE: true
 * stdout-contains: check holds: holds refines REFERENCE: true
 * stdout-contains: RESULT: true
 */
/* test: check --unseen=nothing --spec $dir/each_atomic.spec $file -DBUG
 * exit: 10
 * stdout-contains: check waits: waits refines AWAKE: false
 * stdout-contains: check nested: nested refines AWAKE: false
 * stdout-contains: check holds: holds refines REFERENCE: false
 */
