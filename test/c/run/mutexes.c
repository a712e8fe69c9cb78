// Mutexes of both kinds, conditions, and a deadlock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void *player(void *self) {
  int me = *(int *)self;
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&first);
    while (turn % 2 != me)
      pthread_cond_wait(&changed, &first);
    printf("%d", me);
    turn++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&first);
  }
  return self;
}

static void *crossed(void *unused) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  void *result;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &kind);
  pthread_mutex_lock(&again);
  printf("%d\n", pthread_mutex_lock(&again));
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, player, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], i ? &result : NULL);
  printf("\n%d\n", *(int *)result);
  if (argc > 1) {
    pthread_mutex_lock(&first);
    pthread_create(&threads[0], NULL, crossed, NULL);
    for (int i = 0; i < 10000; i++)
      turn++;
    pthread_mutex_lock(&second);
  }
  return 0;
}

/* test: run -D_GNU_SOURCE
 * native: same
 */
/* test: run -D_GNU_SOURCE -- deadlock
 * exit: 5
 * stderr-contains: deadlock: thread
 */
