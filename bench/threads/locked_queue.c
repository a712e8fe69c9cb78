// A queue under a lock, with a flag that says whether one may take from it.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4 };
struct queue {
  int element[SIZE];
  int head, tail, amount;
};
static struct queue queue;
static int stored[SIZE];
static _Bool may_put = 1, may_take;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(struct queue *q, int x) {
  q->element[q->tail] = x;
  q->amount++;
  q->tail = q->tail == SIZE - 1 ? 0 : q->tail + 1;
}

static int take(struct queue *q) {
  int x = q->element[q->head];
  q->amount--;
  q->head = q->head == SIZE - 1 ? 0 : q->head + 1;
  return x;
}

static void *first(void *argument) {
  struct queue *q = argument;
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (may_put) {
      put(q, i + 10);
      stored[i] = i + 10;
      may_put = 0;
      may_take = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}

static void *second(void *argument) {
  struct queue *q = argument;
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (may_take) {
#ifdef BUG
      assert(take(q) == stored[i]);
#else
      assert(take(q) >= 10);
#endif
      may_take = 0;
      may_put = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, &queue);
  pthread_create(&b, 0, second, &queue);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
