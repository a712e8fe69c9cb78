// As much of the kernel's interface as these drivers need.
#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned gfp_t;
typedef struct spinlock {
  int slock;
} spinlock_t;

struct mutex {
  int owner;
};

enum { GFP_KERNEL = 0x10 };

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
void mutex_lock(struct mutex *lock);
int mutex_lock_interruptible(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
void *kmalloc(unsigned long size, gfp_t flags);
void *kzalloc(unsigned long size, gfp_t flags);
void kfree(const void *block);

#endif
