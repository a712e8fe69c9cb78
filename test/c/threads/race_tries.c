// Who only tries to take a lock, and fails, depends on who has it, but nothing
// puts it after that: no proof that there is no race rests on it. A race that
// is found counts; where no two accesses can meet there is none, nor where none
// is found if such tries may fail for nothing.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static int x, own;

static void take(void) {
#if defined READ || defined WRITE
  pthread_rwlock_wrlock(&lock);
#elif defined SPIN
  pthread_spin_lock(&spin);
#elif defined SEMAPHORE || defined VALUE
  sem_wait(&semaphore);
#else
  pthread_mutex_lock(&mutex);
#endif
}

static int is_taken(void) {
#ifdef READ
  return pthread_rwlock_tryrdlock(&lock) != 0;
#elif defined WRITE
  return pthread_rwlock_trywrlock(&lock) != 0;
#elif defined SPIN
  return pthread_spin_trylock(&spin) != 0;
#elif defined SEMAPHORE
  return sem_trywait(&semaphore) != 0;
#elif defined VALUE
  int value;
  sem_getvalue(&semaphore, &value);
  return value == 0;
#else
  return pthread_mutex_trylock(&mutex) != 0;
#endif
}

static void *first(void *unused) {
#ifdef HELD
  take();
  x = 1;
  pthread_mutex_unlock(&mutex);
#else
  x = 1;
  take();
#endif
  return unused;
}

static void *second(void *unused) {
#ifdef HELD
  if (!is_taken()) {
    x = 2;
    pthread_mutex_unlock(&mutex);
  }
#elif defined FOUND
  is_taken();
  x = 2;
#else
  if (is_taken())
#ifdef APART
    own = 2;
#else
    x = 2;
#endif
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return own;
}

/* test: check --races
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where pthread_mutex_trylock depends on other threads
 */
/* test: check --races --turns=all
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where pthread_mutex_trylock
 */
/* test: check --races -DREAD
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where pthread_rwlock_tryrdlock
 */
/* test: check --races -DWRITE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where pthread_rwlock_trywrlock
 */
/* test: check --races -DSPIN
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where pthread_spin_trylock
 */
/* test: check --races -DSEMAPHORE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where sem_trywait
 */
/* test: check --races -DVALUE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: races where sem_getvalue
 */
/* test: check --races -DFOUND
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DAPART
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races -DHELD
 * exit: 0
 * stdout-contains: RESULT: true
 */
