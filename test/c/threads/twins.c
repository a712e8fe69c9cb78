// Threads that do the same begin in the order of their numbers, where that loses
// nothing. In what follows it would: only an execution that the second one begins
// violates the assertion.
#include <assert.h>
#include <pthread.h>

int x, seen;
int one = 1, two = 2;

static void *twice(void *given) {
#ifdef ARGUMENTS
  x = *(int *)given;
#elif defined(NUMBERS)
  x = (int)(long)given;
#else
  int t = x;
  x = t + 1;
#endif
#ifdef RESULTS
  return (void *)(long)(t == 0);
#else
  return 0;
#endif
}

#ifdef BACK
// It comes back to where it starts: that is no new beginning.
static void *rounds(void *given) {
again:
  x++;
  if (x < 3)
    goto again;
  return given;
}
#endif

int main(void) {
  pthread_t a, b;
#ifdef ARGUMENTS
  pthread_create(&a, 0, twice, &one);
  pthread_create(&b, 0, twice, &two);
#elif defined(NUMBERS)
  pthread_create(&a, 0, twice, (void *)1);
  pthread_create(&b, 0, twice, (void *)2);
#elif defined(BACK)
  pthread_create(&a, 0, rounds, 0);
  pthread_create(&b, 0, rounds, 0);
#else
  pthread_create(&a, 0, twice, 0);
  pthread_create(&b, 0, twice, 0);
#endif
#if defined(ARGUMENTS) || defined(NUMBERS)
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2); // the first one may be the last to write
#elif defined(RESULTS)
  void *first, *second;
  pthread_join(a, &first);
  pthread_join(b, &second);
  assert(first || !second); // the second one may have begun alone
#elif defined(APART)
  pthread_join(b, 0);
  seen = x; // if the first one has not begun it is 1
  pthread_join(a, 0);
  assert(seen != 1 || x != 2);
#elif defined(ONE)
  pthread_join(b, 0);
  assert(x != 1); // the first one may not have begun
#elif defined(BACK)
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x < 4); // both may have read 2
#else
  pthread_join(b, 0);
  pthread_join(a, 0);
  assert(x == 1 || x == 2);
#endif
}

/* test: check -v --order=off
 * exit: 0
 * stderr-contains: 1 threads begin after one that does the same
 * stdout-contains: RESULT: true
 */
/* test: check -v --order=off --no-symmetry
 * exit: 0
 * stderr-lacks: begin after
 * stdout-contains: RESULT: true
 */
/* test: check -v --order=off -DARGUMENTS
 * exit: 10
 * stderr-lacks: begin after
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -v --order=off -DNUMBERS
 * exit: 10
 * stderr-lacks: begin after
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -v --order=off -DRESULTS
 * exit: 10
 * stderr-lacks: begin after
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -v --order=off -DAPART
 * exit: 10
 * stderr-lacks: begin after
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -v --order=off -DONE
 * exit: 10
 * stderr-lacks: begin after
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check -v --order=off -DBACK
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
