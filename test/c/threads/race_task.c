// Tasks have sequentially consistent memory, but an atomic access that is
// relaxed puts nothing in an order there, either.
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
static atomic_int flag;
static int x;

static void *first(void *unused) {
  x = 1;
  atomic_store_explicit(&flag, 1, ORDER);
  return unused;
}

static void *second(void *unused) {
  if (atomic_load_explicit(&flag, ORDER))
    x = 2;
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

/* test: check -DSELF=$file $dir/race_task.yml
 * exit: 5
 * stdout-contains: RESULT: unknown (weak memory: an order weaker than seq_cst at
 */
/* test: check -DSELF=$file -DORDER=memory_order_seq_cst $dir/race_task.yml
 * exit: 0
 * stdout-contains: RESULT: true
 */
