// Sellers stop when all seats are sold, or one too late.
#include <assert.h>
#include <pthread.h>

enum { SEATS = 2, SELLERS = 3 };
static int sold;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *unused) {
#ifdef BUG
  int free = sold < SEATS;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  int free = sold < SEATS;
#endif
  if (free)
    sold++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[SELLERS];
  for (int i = 0; i < SELLERS; i++)
    pthread_create(&t[i], 0, sell, 0);
  for (int i = 0; i < SELLERS; i++)
    pthread_join(t[i], 0);
  assert(sold <= SEATS);
  return 0;
}
