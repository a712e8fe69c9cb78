// A helper uses what its creator sets up.
#include <assert.h>
#include <pthread.h>

static int table;
static pthread_t helper;

static void *work(void *unused) {
  assert(table == 1);
  return unused;
}

int main(void) {
#ifdef BUG
  pthread_create(&helper, 0, work, 0);
  table = 1;
#else
  table = 1;
  pthread_create(&helper, 0, work, 0);
#endif
  pthread_join(helper, 0);
  return 0;
}
