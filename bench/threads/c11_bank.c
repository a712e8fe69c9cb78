// Threads of C11: two transfers leave the sum alone.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int from = 10, to;

static int transfer(void *argument) {
  int amount = *(int *)argument;
#ifdef BUG
  int before = from;
  mtx_lock(&lock);
#else
  mtx_lock(&lock);
  int before = from;
#endif
  from = before - amount;
  to += amount;
  mtx_unlock(&lock);
  return amount;
}

int main(void) {
  thrd_t a, b;
  int three = 3, four = 4, ra, rb;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, transfer, &three);
  thrd_create(&b, transfer, &four);
  thrd_join(a, &ra);
  thrd_join(b, &rb);
  assert(ra + rb == 7);
  assert(from + to == 10);
  return 0;
}
