// Each account has its own lock, and is reached through a pointer.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
static struct account x = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account y = {PTHREAD_MUTEX_INITIALIZER, 20};

static void *deposit(void *argument) {
  struct account *a = argument;
#ifdef BUG
  pthread_mutex_t *lock = &y.lock;
#else
  pthread_mutex_t *lock = &a->lock;
#endif
  pthread_mutex_lock(lock);
  a->balance += 5;
  pthread_mutex_unlock(lock);
  return 0;
}

static void *withdraw(void *argument) {
  struct account *a = argument;
  pthread_mutex_lock(&a->lock);
  a->balance -= 5;
  pthread_mutex_unlock(&a->lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, &x);
  pthread_create(&b, 0, withdraw, &x);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x.balance == 10 && y.balance == 20);
  return 0;
}
