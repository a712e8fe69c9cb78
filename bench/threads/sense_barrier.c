// A barrier for two that turns its sense around. With the fault a thread can
// come back before the count is reset, and then both wait for ever: no assertion
// fails, because nobody gets through a barrier too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting, sense;
static atomic_int round_of[2];

static void barrier(int mine) {
  if (atomic_fetch_add(&waiting, 1) == 1) {
#ifdef BUG
    atomic_store(&sense, mine);
    atomic_store(&waiting, 0);
#else
    atomic_store(&waiting, 0);
    atomic_store(&sense, mine);
#endif
  } else {
    while (atomic_load(&sense) != mine)
      continue;
  }
}

static void go(int me) {
  for (int i = 1; i <= 2; i++) {
    atomic_store(&round_of[me], i);
    barrier(i % 2);
    int other = atomic_load(&round_of[1 - me]);
    assert(other >= i && other <= i + 1);
  }
}

static void *first(void *unused) {
  go(0);
  return unused;
}

static void *second(void *unused) {
  go(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
