// Threads: create, join with results, mutexes, condition variables, once.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *add(void *argument) {
  int from = *(int *)argument;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&lock);
    total += from + i;
    pthread_mutex_unlock(&lock);
  }
  *(int *)argument = -from;
  return argument;
}

// One slot, a producer and a consumer.
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int full, value;
} slot = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void *produce(void *unused) {
  (void)unused;
  for (int i = 1; i <= 10; i++) {
    pthread_mutex_lock(&slot.lock);
    while (slot.full)
      pthread_cond_wait(&slot.changed, &slot.lock);
    slot.value = i * i;
    slot.full = 1;
    pthread_cond_signal(&slot.changed);
    pthread_mutex_unlock(&slot.lock);
  }
  return NULL;
}

static void *consume(void *sum) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&slot.lock);
    while (!slot.full)
      pthread_cond_wait(&slot.changed, &slot.lock);
    *(int *)sum = *(int *)sum * 3 + slot.value;
    slot.full = 0;
    pthread_cond_signal(&slot.changed);
    pthread_mutex_unlock(&slot.lock);
  }
  return NULL;
}

static void *leave_early(void *argument) {
  pthread_exit((char *)argument + 1);
}

int main(void) {
  pthread_t threads[4];
  int from[4] = {0, 1000, 2000, 3000};
  for (int i = 0; i < 4; i++)
    if (pthread_create(&threads[i], NULL, add, &from[i]))
      return 1;
  for (int i = 0; i < 4; i++) {
    void *result;
    pthread_join(threads[i], &result);
    printf("%d ", *(int *)result);
  }
  printf("%ld\n", total);

  int sum = 0;
  pthread_create(&threads[0], NULL, consume, &sum);
  pthread_create(&threads[1], NULL, produce, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  printf("%d\n", sum);

  char text[] = "ab";
  void *result;
  pthread_create(&threads[0], NULL, leave_early, text);
  pthread_join(threads[0], &result);
  printf("%c\n", *(char *)result);

  pthread_mutex_t dynamic;
  pthread_mutex_init(&dynamic, NULL);
  int first = pthread_mutex_trylock(&dynamic);
  int second = pthread_mutex_trylock(&dynamic);
  printf("%d %d\n", first, second != 0);
  pthread_mutex_unlock(&dynamic);
  pthread_mutex_destroy(&dynamic);
  printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
