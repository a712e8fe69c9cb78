// Data races: of two accesses that nothing puts in an order, one writes and one
// is not atomic. What a lock protects, what is done before creating a thread or
// after joining it, what an atomic flag hands over, and members or elements that
// differ do not race.
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int a, b;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int ready;
static int x, y, z, table[4];
static struct pair *shared;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  y = 1;
  ready = 1;
  shared->a = 1;
  for (int i = 0; i < 2; i++)
    table[i] = i;
  pthread_rwlock_rdlock(&lock);
#ifdef READ_LOCK
  z++;
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
#ifdef FLAG
  if (ready || y)
#else
  if (ready)
#endif
    y++;
#ifdef MEMBER
  shared->a = 2;
#else
  shared->b = 2;
#endif
#ifdef ELEMENT
  for (int i = 1; i < 4; i++)
#else
  for (int i = 2; i < 4; i++)
#endif
    table[i] = i;
#ifdef READ_LOCK
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  z++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  x = 1;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifndef EARLY
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  return x;
}

/* test: check --races
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races --turns=shared
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --races -DFLAG
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DMEMBER
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DELEMENT
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DREAD_LOCK
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check --races -DEARLY
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: run --races
 * exit: 3
 */
/* test: run --races -DMEMBER
 * exit: 10
 * stderr-contains: data race: a write by thread 3, and a write at
 */
