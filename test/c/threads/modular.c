// Any number of threads, each with what it alone knows: that it has a lock,
// what it read under it, what it was given; another of its own kind interferes
// as everybody does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int seen, next, serving, inside;

static void *work(void *argument) {
#if defined TICKET
  int mine = next++;
  while (serving != mine)
    continue;
  assert(++inside == 1);
  inside--;
  serving++;
#elif defined GIVEN
  long number = (long)argument;
  x = (int)number;
  assert(3 <= number && number <= 5);
#else
#ifndef BUG
  pthread_mutex_lock(&mutex);
#endif
  int before = x;
  seen = before; // others have their turns
  x = before + 1;
  seen = before;
  assert(x == before + 1);
#ifndef BUG
  pthread_mutex_unlock(&mutex);
#endif
#endif
  return argument;
}

int main(void) {
  pthread_t threads[8];
#if defined EIGHT
  for (long i = 0; i < 8; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
#elif defined JOINED
  while (__VERIFIER_nondet_int()) {
    x = 0;
    pthread_create(&threads[0], 0, work, 0);
    pthread_join(threads[0], 0);
    assert(x == 1);
  }
#else
  while (__VERIFIER_nondet_int())
    pthread_create(&threads[0], 0, work,
                   (void *)(long)(__VERIFIER_nondet_int() ? 3 : 5));
#endif
  return 0;
}

/* test: check --many=modular -v
 * exit: 0
 * stdout-contains: proof: what each thread knows at
 * stdout-contains: RESULT: true
 */
/* test: check --many=modular --check-proof=cvc5
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --many=modular -DBUG
 * exit: 5
 * stdout-contains: RESULT: unknown (needs a relation between two
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --many=modular -DTICKET
 * exit: 5
 * stdout-contains: RESULT: unknown (needs a relation between two
 */
/* test: check --many=modular -DGIVEN
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --many=modular -DJOINED
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DEIGHT -v
 * exit: 0
 * stdout-contains: proof: what each thread knows at
 * stdout-contains: RESULT: true
 */
/* test: check -DEIGHT -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
