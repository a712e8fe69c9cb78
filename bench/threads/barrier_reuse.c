// A barrier of a counter is used twice.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static int count, generation;
static int phase[2];

static void barrier(void) {
  pthread_mutex_lock(&mutex);
  int mine = generation;
  if (++count == 2) {
    count = 0;
    generation++;
    pthread_cond_broadcast(&all);
  } else {
#ifdef BUG
    while (count != 0 && mine == 0)
      pthread_cond_wait(&all, &mutex);
#else
    while (mine == generation)
      pthread_cond_wait(&all, &mutex);
#endif
  }
  pthread_mutex_unlock(&mutex);
}

static void go(int me) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&mutex);
    phase[me] = i;
    pthread_mutex_unlock(&mutex);
    barrier();
    pthread_mutex_lock(&mutex);
    assert(phase[1 - me] >= i);
    pthread_mutex_unlock(&mutex);
  }
}

static void *first(void *unused) {
  go(0);
  return unused;
}

static void *second(void *unused) {
  go(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
