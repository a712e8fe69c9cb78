// A thread-local object ends with its thread.
#include <pthread.h>

static _Thread_local int own = 4;
static int *handed;

static void *work(void *unused) {
#ifdef HANDED
  handed = &own;
#else
  own++;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return handed ? *handed : own;
}

/* test: check --deref
 * exit: 0
 */
/* test: check --deref -DHANDED
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: thread-local objects, whose addresses are handed on, end with their thread)
 */
