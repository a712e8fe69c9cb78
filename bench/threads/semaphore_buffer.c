// Producer and consumer with semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;
static int slot;

static void *first(void *unused) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    slot = i;
    sem_post(&full);
  }
  return unused;
}

static void *second(void *unused) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    assert(slot == i);
    sem_post(&empty);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&full, 0, 0);
#ifdef BUG
  sem_init(&empty, 0, 2);
#else
  sem_init(&empty, 0, 1);
#endif
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
