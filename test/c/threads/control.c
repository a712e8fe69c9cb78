// Classes of places: each mode proves it, or finds the fault; predicates are
// preferred to classes unless it is said otherwise.
#include <assert.h>
#include <pthread.h>

static int flag1, flag2, turn, inside;

static void *first(void *unused) {
  flag1 = 1;
#ifndef BUG
  turn = 2;
#endif
  while (flag2 && turn == 2)
    continue;
  inside = 1;
  assert(inside == 1);
  flag1 = 0;
  return unused;
}

static void second(void) {
  flag2 = 1;
  turn = 1;
  while (flag1 && turn == 1)
    continue;
  inside = 2;
  assert(inside == 2);
  flag2 = 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, first, 0);
  second();
  pthread_join(other, 0);
  return 0;
}
/* test: check --control=fewest -v
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: classes of
 */
/* test: check --control=monotonic -vv
 * exit: 0
 * stdout-contains: RESULT: true
 * stderr-contains: class 1:
 */
/* test: check --control=balanced
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=monotonic --prefer=control
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=balanced --abstraction=cartesian
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=fewest -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=balanced -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=monotonic -DBUG --abstraction=cartesian --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=balanced --races
 * exit: 5
 * stdout-contains: data races with --control
 */
/* test: check --batch=3
 * exit: 1
 * stderr-contains: it is about --control
 */
