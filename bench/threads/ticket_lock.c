// A lock that hands out tickets.
#include <assert.h>
#include <pthread.h>

static _Atomic unsigned next_ticket, serving;
static int counter;

static void lock(void) {
#ifdef BUG
  unsigned mine = next_ticket;
  next_ticket = mine + 1;
#else
  unsigned mine = next_ticket++;
#endif
  while (serving != mine)
    continue;
}

static void unlock(void) {
  serving++;
}

static void *first(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

static void *second(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
