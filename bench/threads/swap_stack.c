// A stack of nodes in an array, pushed to by compare-and-swap in a loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int next[3], value[3];
static atomic_int top = -1;

static void push(int node) {
  int old;
  do {
    old = atomic_load(&top);
    next[node] = old;
#ifdef BUG
    atomic_store(&top, node);
  } while (0);
#else
  } while (!atomic_compare_exchange_strong(&top, &old, node));
#endif
}

static void *first(void *unused) {
  value[0] = 1;
  push(0);
  return unused;
}

static void *second(void *unused) {
  value[1] = 1;
  push(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  value[2] = 1;
  push(2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int count = 0;
  for (int at = top; at >= 0; at = next[at])
    count += value[at];
  assert(count == 3);
  return 0;
}
