// A barrier made of a counter: nobody is in the second phase before all came.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static int arrived, in_phase_one;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern void __VERIFIER_assume(int);

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  in_phase_one++;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#ifndef BUG
  in_phase_one--;
#endif
  arrived++;
#ifdef BUG
  in_phase_one -= arrived > 1;
#endif
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  int all = arrived == N;
  pthread_mutex_unlock(&m);
  __VERIFIER_assume(all);
  assert(in_phase_one == 0);
  return unused;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
