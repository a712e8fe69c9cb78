// Keys of threads whose start is not known, more keys than are modelled, and
// the use of keys that were deleted, which is undefined.
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
#elif defined DELETED
  pthread_key_create(&keys[0], 0);
  pthread_setspecific(keys[0], &x);
  pthread_create(&a, 0, work, 0);
  pthread_key_delete(keys[0]);
#if DELETED == 1
  assert(pthread_getspecific(keys[0]) == &x);
#elif DELETED == 2
  assert(pthread_setspecific(keys[0], &x) == 0);
#else
  assert(pthread_key_delete(keys[0]) == 0);
#endif
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
/* test: check -DDELETED=1
 * exit: 5
 * stdout-contains: use of a key of threads that was deleted
 */
/* test: check -DDELETED=2
 * exit: 5
 * stdout-contains: use of a key of threads that was deleted
 */
/* test: check -DDELETED=3
 * exit: 5
 * stdout-contains: use of a key of threads that was deleted
 */
/* test: run -DDELETED=1
 * exit: 3
 * stderr-contains: use of a key of threads that was deleted
 */
