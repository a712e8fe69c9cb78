// Keys of threads whose start is not known, and more keys than are modelled.
#include <assert.h>
#include <pthread.h>

static int x;

static void *work(void *argument) {
  return argument;
}

int main(void) {
  pthread_t a;
  pthread_key_t keys[17];
#ifdef MANY
  for (int i = 0; i < 17; i++)
    pthread_key_create(&keys[i], 0);
  pthread_create(&a, 0, work, 0);
#else
  void *(*start)(void *) = x ? 0 : work;
  pthread_key_create(&keys[0], 0);
  pthread_create(&a, 0, start, 0);
#endif
  pthread_join(a, 0);
  assert(!x);
  return 0;
}

/* test: run -DMANY
 * exit: 3
 * stderr-contains: more than 16 keys of threads
 */
/* test: run
 * exit: 3
 */
/* test: check
 * exit: 5
 */
