// A compare-and-exchange that finds something else than it wants writes nothing,
// so it races with no read.
#include <pthread.h>

#ifdef FINDS
enum { START = 5 };
#else
enum { START = 0 };
#endif

#ifdef MEMORY
static int places[2] = {START, START};
#define PLACE(argument) (((int *)(argument))[1])
#else
static int x = START;
static int places[1];
#define PLACE(argument) x
#endif

static void *exchange(void *argument) {
  int wanted = 5;
  __atomic_compare_exchange_n(&PLACE(argument), &wanted, 1, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  return argument;
}

static void *look(void *argument) {
  int seen = PLACE(argument);
  return seen ? argument : NULL;
}

int main(void) {
  pthread_t a, b;
#ifdef SWAPPED
  pthread_create(&a, NULL, look, places);
  pthread_create(&b, NULL, exchange, places);
#else
  pthread_create(&a, NULL, exchange, places);
  pthread_create(&b, NULL, look, places);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

/* test: check --races
 * exit: 0
 */
/* test: check --races -DSWAPPED
 * exit: 0
 */
/* test: check --races -DMEMORY
 * exit: 0
 */
/* test: check --races -DMEMORY -DSWAPPED
 * exit: 0
 */
/* test: check --races -DFINDS
 * exit: 10
 */
/* test: check --races -DFINDS -DSWAPPED
 * exit: 10
 */
/* test: check --races -DFINDS -DMEMORY
 * exit: 10
 */
/* test: check --races -DFINDS -DMEMORY -DSWAPPED
 * exit: 10
 */
/* test: run --races --seed 1
 * exit: 0
 */
