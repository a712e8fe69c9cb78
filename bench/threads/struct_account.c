// Accounts in structs behind locks of their own, handed over by address.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account one = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account two = {PTHREAD_MUTEX_INITIALIZER, 10};

static void *withdraw(void *argument) {
  struct account *account = argument;
  pthread_mutex_lock(&account->lock);
  int seen = account->balance;
#ifdef BUG
  pthread_mutex_unlock(&account->lock);
  pthread_mutex_lock(&account->lock);
#endif
  if (seen >= 7)
    account->balance = account->balance - 7;
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, withdraw, &one);
  pthread_create(&b, 0, withdraw, &one);
  pthread_create(&c, 0, withdraw, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(one.balance >= 0 && two.balance == 3);
  return 0;
}
