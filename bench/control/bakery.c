// Lamport's bakery for two, as seed 002 has it in figure 2: a ticket is read
// and written in two steps, between which one is choosing. The fault: nobody
// says so, and of two equal tickets the second counts. (With neither counting,
// as in the figure, exclusion does not need the flags.)
#include <assert.h>
#include <pthread.h>

static int t1, t2;
static int choosing1, choosing2;
static int x;

static void *thr1(void *unused) {
  int tmp;
#ifndef BUG
  choosing1 = 1;
#endif
  tmp = t2 + 1;
  t1 = tmp;
#ifndef BUG
  choosing1 = 0;
#endif
  while (choosing2 != 0)
    continue;
  while (t1 >= t2 && t2 != 0)
    continue;
  x = 0;
  assert(x <= 0);
  t1 = 0;
  return unused;
}

static void thr2(void) {
  int tmp;
#ifndef BUG
  choosing2 = 1;
#endif
  tmp = t1 + 1;
  t2 = tmp;
#ifndef BUG
  choosing2 = 0;
#endif
  while (choosing1 != 0)
    continue;
#ifdef BUG
  while (t2 > t1 && t1 != 0)
#else
  while (t2 >= t1 && t1 != 0)
#endif
    continue;
  x = 1;
  assert(x >= 1);
  t2 = 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thr1, 0);
  thr2();
  return 0;
}
