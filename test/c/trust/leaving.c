// Ways to end the program other than exit: what atexit registered, and what
// destructors do, is done there as well, or it is not known.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern _Noreturn void die(void);
extern _Noreturn void reach_error(void);

static int n;

#if WAY < 20
static void look(void) { assert(n == 1); }
#else
__attribute__((destructor)) static void look(void) { assert(n == 1); }
#endif

int main(void) {
#if WAY < 20
  atexit(look);
#endif
#ifndef BUG
  n = 1;
#endif
#if WAY % 20 == 0
  errx(1, "stop");
#elif WAY % 20 == 1 // only with a status
  error(__VERIFIER_nondet_int(), 0, "stop");
  n = 1;
#elif WAY % 20 == 2
  pthread_exit(NULL);
#elif WAY % 20 == 3
  die();
#elif WAY % 20 == 4 // behind it comes nothing
  error(1, 0, "stop");
  n = 2;
  assert(0);
#elif WAY % 20 == 5 // a signal may end it
  kill(getpid(), SIGKILL);
  assert(0);
#elif WAY % 20 == 6 // of another process
  if (kill(12345, SIGTERM) == 0)
    n = 2;
#elif WAY % 20 == 7 // an error function is no other way to end it
  if (__VERIFIER_nondet_int())
    reach_error();
#endif
  return 0;
}

/* test: check -DWAY=0
 * exit: 0
 */
/* test: check -DWAY=0 -DBUG
 * exit: 10
 */
/* test: check -DWAY=1
 * exit: 0
 */
/* test: check -DWAY=1 -DBUG
 * exit: 10
 */
/* test: check -DWAY=2 -DBUG
 * exit: 10
 */
/* test: check -DWAY=3 -DBUG
 * exit: 5
 * stdout-contains: whether `die` runs the exit handlers
 */
/* test: check -DWAY=4
 * exit: 0
 */
/* test: check -DWAY=5
 * exit: 5
 * stdout-contains: a signal to the program itself
 */
/* test: check -DWAY=6
 * exit: 10
 */
/* test: check -DWAY=7
 * exit: 10
 */
/* test: check -DWAY=20
 * exit: 0
 */
/* test: check -DWAY=20 -DBUG
 * exit: 10
 */
/* test: check -DWAY=21 -DBUG
 * exit: 10
 */
/* test: check -DWAY=23 -DBUG
 * exit: 5
 */
/* test: check -DWAY=24
 * exit: 0
 */
/* test: check -DWAY=27
 * exit: 10
 */
