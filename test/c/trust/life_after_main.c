// What runs after main has returned finds main's objects dead, and alive where
// exit was called instead.
#include <stdlib.h>

static int *kept;

#ifdef DESTRUCTOR
__attribute__((destructor))
#endif
static void
last(void) {
  *kept = 1;
}

int main(void) {
  int local = 0;
#ifdef STATIC
  static int other;
  kept = &other;
#else
  kept = &local;
#endif
#ifndef DESTRUCTOR
  atexit(last);
#endif
#ifdef EXIT
  exit(0);
#endif
  return 0;
}
/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DEXIT
 * stdout-contains: RESULT: true
 * test: check --deref -DSTATIC
 * stdout-contains: RESULT: true
 * test: check --deref -DDESTRUCTOR
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DDESTRUCTOR -DEXIT
 * stdout-contains: RESULT: true
 * test: check --deref -DDESTRUCTOR -DSTATIC
 * stdout-contains: RESULT: true
 */
