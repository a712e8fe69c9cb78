// A device that is opened under its lock.
typedef unsigned gfp_t;
typedef struct spinlock {
  int slock;
} spinlock_t;
struct kref {
  int refcount;
};

#define GFP_KERNEL 0x10u
#define GFP_NOFAIL 0x800u

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void kref_get(struct kref *kref);
int kref_put(struct kref *kref, void (*release)(struct kref *));
void *kzalloc(unsigned long size, gfp_t flags);
void kfree(const void *block);

struct device {
  spinlock_t lock;
  struct kref users;
  char *buffer;
} device;

static void release(struct kref *kref) {
  kfree(device.buffer);
}

int device_open(void) {
  spin_lock(&device.lock);
  kref_get(&device.users);
  device.buffer = kzalloc(64, GFP_KERNEL);
  spin_unlock(&device.lock);
  if (!device.buffer) {
    kref_put(&device.users, release);
    return -12;
  }
  return 0;
}
