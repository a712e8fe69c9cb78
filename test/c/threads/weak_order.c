// Orders weaker than sequential consistency are not modelled: nothing is proved
// where there are any, unless it is asked for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
static atomic_int x, y;
static int seen_x, seen_y;

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, ORDER);
#ifdef FENCE
  atomic_thread_fence(memory_order_acq_rel);
#endif
  seen_y = atomic_load_explicit(&y, ORDER);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, ORDER);
  seen_x = atomic_load_explicit(&x, ORDER);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(seen_x);
#else
  assert(seen_x || seen_y);
#endif
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (weak memory: an order weaker than seq_cst at
 */
/* test: check --memory=sc
 * exit: 0
 * stdout-contains: RESULT: true (sequentially consistent)
 */
/* test: check -DORDER=memory_order_seq_cst
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DORDER=memory_order_seq_cst -DFENCE
 * exit: 5
 * stdout-contains: RESULT: unknown (weak memory
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
