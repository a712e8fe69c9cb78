// Where two threads cannot stand for any number of them it is said why.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static pthread_t last;
static int *shared, x;

static void *work(void *argument) {
#if defined SELF
  last = pthread_self();
  assert(pthread_equal(last, pthread_self()));
#elif defined HEAP
  int *mine = malloc(sizeof *mine);
  if (mine) {
    *mine = 0;
    shared = mine;
    assert(*mine == 0);
  }
#elif defined ADDRESS
  int mine = 0;
  shared = &mine;
  assert(mine == 0);
#else
  x = 1;
  assert(x == 1);
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
#if defined FEW
  pthread_create(&thread, 0, work, 0);
  pthread_create(&thread, 0, work, 0);
#else
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, work, 0);
#endif
  return 0;
}

/* test: check --many=modular -DSELF
 * exit: 5
 * stdout-contains: RESULT: unknown (any number of threads that ask who
 */
/* test: check --many=modular -DHEAP
 * exit: 5
 * stdout-contains: RESULT: unknown (any number of threads that allocate
 */
/* test: check --many=modular -DADDRESS
 * exit: 5
 * stdout-contains: RESULT: unknown (any number of threads that hand out
 */
/* test: check --many=modular -DFEW
 * exit: 5
 * stdout-contains: RESULT: unknown (few threads do the same)
 */
/* test: check --many=modular --races
 * exit: 5
 */
/* test: check --many=modular
 * exit: 0
 */
