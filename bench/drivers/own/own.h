// What drivers written here need of a kernel.
typedef struct raw_spinlock { int taken; } raw_spinlock_t;
struct mutex { int taken; };
struct resource { int kind; };
struct inode { int number; };
struct file { void *private_data; long position; };
struct miscdevice { int minor; };
struct notifier_block { int priority; };
typedef unsigned long resource_size_t;
typedef int (*irq_handler_t)(int, void *);
#define __user
#define __init
#define __exit
#define module_init(f)
#define module_exit(f)
void _raw_spin_lock(raw_spinlock_t *), _raw_spin_unlock(raw_spinlock_t *);
void _raw_spin_lock_irq(raw_spinlock_t *), _raw_spin_unlock_irq(raw_spinlock_t *);
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *, unsigned long);
void mutex_lock(struct mutex *), mutex_unlock(struct mutex *);
int mutex_lock_interruptible(struct mutex *), mutex_trylock(struct mutex *);
void msleep(unsigned int), schedule(void);
unsigned long _copy_to_user(void *, const void *, unsigned long);
unsigned long _copy_from_user(void *, const void *, unsigned long);
struct resource *__request_region(struct resource *, resource_size_t,
                                  resource_size_t, const char *, int);
void __release_region(struct resource *, resource_size_t, resource_size_t);
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);
int request_threaded_irq(unsigned int, irq_handler_t, irq_handler_t,
                         unsigned long, const char *, void *);
const void *free_irq(unsigned int, void *);
int register_reboot_notifier(struct notifier_block *);
int unregister_reboot_notifier(struct notifier_block *);
struct file_operations {
  int (*open)(struct inode *, struct file *);
  int (*release)(struct inode *, struct file *);
  long (*read)(struct file *, char *, unsigned long, long *);
  long (*write)(struct file *, const char *, unsigned long, long *);
  long (*ioctl)(struct file *, unsigned int, unsigned long);
};
