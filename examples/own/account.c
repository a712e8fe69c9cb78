// Every lock is released. -DBUG forgets it where there is too little.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance;

int withdraw(int amount) {
  pthread_mutex_lock(&m);
  if (amount > balance) {
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
    return -1;
  }
  balance -= amount;
  pthread_mutex_unlock(&m);
  return 0;
}
