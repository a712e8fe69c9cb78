// Two values, each under its own lock, that two threads change in turn.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ma, mb;
static int data1, data2;

static void *first(void *unused) {
  pthread_mutex_lock(&ma);
  data1++;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  data2++;
  pthread_mutex_unlock(&mb);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  data2 -= 6;
  pthread_mutex_unlock(&mb);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&ma, 0);
  pthread_mutex_init(&mb, 0);
  data1 = 10;
  data2 = 10;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(data1 != 16 || data2 != 5);
#else
  assert(data1 == 16 && data2 == 5);
#endif
  return 0;
}
