// Three threads take turns by semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t turn[3];
static int last = 2;

static void *play(void *argument) {
  int me = *(int *)argument;
  for (int i = 0; i < 2; i++) {
    sem_wait(&turn[me]);
    assert(last == (me + 2) % 3);
    last = me;
#ifdef BUG
    sem_post(&turn[i ? me : (me + 1) % 3]);
#else
    sem_post(&turn[(me + 1) % 3]);
#endif
  }
#ifdef BUG
  sem_wait(&turn[me]);
  last = 5;
  sem_post(&turn[(me + 1) % 3]);
#endif
  return 0;
}

int main(void) {
  pthread_t t[3];
  int number[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++)
    sem_init(&turn[i], 0, i == 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, play, &number[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
