// Handlers run when one thread ends the program, while others still run: with
// threads nothing is proved of a program that registers any. What is found in
// it counts.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef REGISTER
#define REGISTER atexit
#endif
extern int on_exit(void (*)(int, void *), void *);
static int x;

static void *work(void *unused) {
  x = 1;
  x = 0;
#ifdef LEAVE
  exit(0);
#endif
  return unused;
}

#ifdef GIVEN
static void handle(int status, void *unused) {
  assert(x == 0);
}
#else
static void handle(void) {
  assert(x == 0);
}
#endif

int main(void) {
  pthread_t a;
#ifdef GIVEN
  on_exit(handle, 0);
#elif !defined NONE
  REGISTER(handle);
#endif
  pthread_create(&a, 0, work, 0);
#ifdef BUG
  assert(x == 0);
#endif
#ifdef END
  pthread_exit(0);
#endif
  return 0;
}

/* test: check
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: atexit in a program with threads)
 */
/* test: check -DEND
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: atexit in a program with threads)
 */
/* test: check -DLEAVE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: atexit in a program with threads)
 */
/* test: check --races
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: atexit in a program with threads)
 */
/* test: check --deadlock
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: atexit in a program with threads)
 */
/* test: check -DREGISTER=at_quick_exit
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: at_quick_exit in a program with threads)
 */
/* test: check -DGIVEN
 * exit: 5
 * stdout-contains: RESULT: unknown
 */
/* test: check --races -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(no-data-race)
 */
/* test: check -DNONE
 * exit: 0
 * stdout-contains: RESULT: true
 */
