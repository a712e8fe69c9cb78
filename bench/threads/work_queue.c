// Every job of a queue is taken once.
#include <assert.h>
#include <pthread.h>

enum { JOBS = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int next_job, taken[JOBS];

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
#ifdef BUG
    int job = next_job;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    next_job = job + 1;
#else
    int job = next_job++;
#endif
    if (job >= JOBS) {
      pthread_mutex_unlock(&mutex);
      return unused;
    }
    taken[job]++;
    assert(taken[job] == 1);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
