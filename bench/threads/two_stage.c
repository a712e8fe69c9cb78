// The second stage of one thread follows the first of another, under two locks.
#include <assert.h>
#include <pthread.h>

static int data1, data2;
static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l2 = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&l1);
#ifndef BUG
  pthread_mutex_lock(&l2);
#endif
  data1 = 1;
#ifdef BUG
  pthread_mutex_unlock(&l1);
  pthread_mutex_lock(&l2);
#endif
  data2 = data1 + 1;
  pthread_mutex_unlock(&l2);
#ifndef BUG
  pthread_mutex_unlock(&l1);
#endif
  return unused;
}

static void *reader(void *unused) {
  pthread_mutex_lock(&l1);
  int first = data1;
  pthread_mutex_unlock(&l1);
  if (!first)
    return unused;
  pthread_mutex_lock(&l2);
  int second = data2;
  pthread_mutex_unlock(&l2);
  assert(second == first + 1);
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, writer, 0);
  for (int i = 2; i < 4; i++)
    pthread_create(&t[i], 0, reader, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
