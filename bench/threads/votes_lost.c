// Four voters without a lock: votes may get lost, but none comes from nowhere.
#include <assert.h>
#include <pthread.h>

static int tally, yes;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

static void *vote(void *unused) {
  if (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&m);
    yes++;
    pthread_mutex_unlock(&m);
    tally++;
  }
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], 0, vote, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
#ifdef BUG
  assert(tally >= yes - 2);
#else
  assert(tally <= yes && (tally > 0 || yes == 0));
#endif
  return 0;
}
