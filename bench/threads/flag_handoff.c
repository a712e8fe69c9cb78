// What is written before an atomic flag is set is there when it is seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int data[2];
static atomic_bool ready;

static void *writer(void *unused) {
  data[0] = 42;
#ifdef BUG
  atomic_store(&ready, true);
  data[1] = 43;
#else
  data[1] = 43;
  atomic_store(&ready, true);
#endif
  return unused;
}

static void *reader(void *unused) {
  if (atomic_load(&ready))
    assert(data[0] == 42 && data[1] == 43);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
