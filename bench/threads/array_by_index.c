// Each thread fills its part of an array, whose bounds it is given.
#include <assert.h>
#include <pthread.h>

enum { N = 6 };
struct part {
  int from, to;
};
static int a[N];

static void *fill(void *argument) {
  struct part *p = argument;
  for (int i = p->from; i < p->to; i++)
    a[i] = a[i] + i;
  return 0;
}

int main(void) {
  pthread_t s, t;
#ifdef BUG
  struct part low = {0, N / 2 + 1}, high = {N / 2, N};
#else
  struct part low = {0, N / 2}, high = {N / 2, N};
#endif
  pthread_create(&s, 0, fill, &low);
  pthread_create(&t, 0, fill, &high);
  pthread_join(s, 0);
  pthread_join(t, 0);
  for (int i = 0; i < N; i++)
    assert(a[i] == i);
  return 0;
}
