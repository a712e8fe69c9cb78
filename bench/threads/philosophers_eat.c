// Philosophers with forks in an array: who eats has both.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t fork[N];
static int user[N];

static void *dine(void *argument) {
  int me = *(int *)argument;
  int left = me, right = (me + 1) % N;
  int low = left < right ? left : right, high = left < right ? right : left;
  pthread_mutex_lock(&fork[low]);
#ifndef BUG
  pthread_mutex_lock(&fork[high]);
#endif
  user[left] = me + 1;
  user[right] = me + 1;
  assert(user[left] == me + 1 && user[right] == me + 1);
#ifndef BUG
  pthread_mutex_unlock(&fork[high]);
#endif
  pthread_mutex_unlock(&fork[low]);
  return 0;
}

int main(void) {
  pthread_t t[N];
  int number[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&fork[i], 0);
  for (int i = 0; i < N; i++) {
    number[i] = i;
    pthread_create(&t[i], 0, dine, &number[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
