typedef struct { int held; } spinlock_t;
struct mutex { int held; };
struct kref { int n; };
typedef unsigned gfp_t;
struct device { spinlock_t lock; int count; };
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void arch_spin_lock(spinlock_t *lock);
void arch_spin_unlock(spinlock_t *lock);
