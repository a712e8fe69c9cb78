// Old builtins: each gets another ticket.
#include <assert.h>
#include <pthread.h>

static int next, mine[3];

static void *draw(void *argument) {
  int *place = argument;
#ifdef BUG
  int t = next;
  next = t + 1;
  *place = t;
#else
  *place = __sync_fetch_and_add(&next, 1);
#endif
  __sync_synchronize();
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, draw, &mine[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  assert(mine[0] != mine[1] && mine[1] != mine[2] && mine[0] != mine[2]);
  return 0;
}
