// What sem_getvalue and pthread_join hand out is written as if by the program:
// who accesses it meanwhile may race. Runs do not notice such a race, so it is
// not shown as one.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static void *result;
static int value;

static void *first(void *unused) {
#ifdef VALUE
  sem_getvalue(&semaphore, &value);
#endif
  return unused;
}

static void *second(void *unused) {
#ifdef VALUE
  value = 5;
#elif !defined OWN
  result = 0;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef LATE
  pthread_join(b, 0);
  pthread_join(a, &result);
#else
  pthread_join(a, &result);
  pthread_join(b, 0);
#endif
  return result != 0 || value;
}

/* test: check --races
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --races -DVALUE
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --races -DOWN
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races -DLATE
 * exit: 0
 * stdout-contains: RESULT: true
 */
