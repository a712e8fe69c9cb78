// A driver whose interrupt handler runs beside its entry points.
#include <assert.h>
#include <pthread.h>

struct device {
  int open, pending, registered;
};
static struct device device;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *handler(void *argument) {
  struct device *d = argument;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    if (d->registered) {
      assert(d->open);
      d->pending++;
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void start(struct device *d) {
  pthread_mutex_lock(&lock);
  d->open = 1;
  d->registered = 1;
  pthread_mutex_unlock(&lock);
}

static void stop(struct device *d) {
#ifdef BUG
  d->open = 0;
#endif
  pthread_mutex_lock(&lock);
  d->registered = 0;
  d->open = 0;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t irq;
  pthread_create(&irq, 0, handler, &device);
  start(&device);
  if (__VERIFIER_nondet_int())
    stop(&device);
  pthread_join(irq, 0);
  return 0;
}
