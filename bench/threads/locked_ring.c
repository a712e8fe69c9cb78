// A ring of bounded size behind a mutex: what is taken is what was put in.
#include <assert.h>
#include <pthread.h>

#define SIZE 4
#define ITEMS 6

static int items[SIZE], head, tail, amount;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int put(int value) {
  if (amount == SIZE)
    return 0;
  items[tail] = value;
  tail = (tail + 1) % SIZE;
  amount++;
  return 1;
}

static int take(void) {
  int value = items[head];
#ifdef BUG
  head++;
  if (head > SIZE - 1)
    head = 1;
#else
  head = (head + 1) % SIZE;
#endif
  amount--;
  return value;
}

static void *producer(void *unused) {
  int value = 0;
  while (value < ITEMS) {
    pthread_mutex_lock(&mutex);
    if (put(value))
      value++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *consumer(void *unused) {
  int expected = 0;
  while (expected < ITEMS) {
    pthread_mutex_lock(&mutex);
    if (amount > 0) {
      assert(take() == expected);
      expected++;
    }
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
