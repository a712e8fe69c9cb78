// A semaphore of one excludes.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places;
static int inside;

static void *work(void *unused) {
  sem_wait(&free_places);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&free_places);
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef BUG
  sem_init(&free_places, 0, 2);
#else
  sem_init(&free_places, 0, 1);
#endif
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
