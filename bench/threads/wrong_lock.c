// Three writers, four readers of one value under a lock.
#include <assert.h>
#include <pthread.h>

static int data;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
  pthread_mutex_lock(&right);
  int x = data;
  data++;
  assert(data == x + 1);
  pthread_mutex_unlock(&right);
  return unused;
}

static void *reader(void *unused) {
#ifdef BUG
  pthread_mutex_lock(&other);
#else
  pthread_mutex_lock(&right);
#endif
  data++;
#ifdef BUG
  pthread_mutex_unlock(&other);
#else
  pthread_mutex_unlock(&right);
#endif
  return unused;
}

int main(void) {
  pthread_t t[7];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, writer, 0);
  for (int i = 3; i < 7; i++)
    pthread_create(&t[i], 0, reader, 0);
  for (int i = 0; i < 7; i++)
    pthread_join(t[i], 0);
  return 0;
}
