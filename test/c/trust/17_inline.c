// The body of an inline function is there without an external definition.
#include <assert.h>
#ifndef KIND
#define KIND inline
#endif

KIND int add(int a, int b) {
  return a + b;
}

static int unused(int x) {
  assert(x < 5);
  return x;
}

int main(void) {
#ifdef __OPTIMIZE__
  assert(0);
#endif
#ifndef __NO_INLINE__
  assert(0);
#endif
  assert(add(1, 2) == 3);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: add: weak or inline; no other definition takes its place
 * stdout-contains: RESULT: true
 *
 * test: check -DKIND=static
 * exit: 0
 * stdout-lacks: no other definition
 *
 * test: check "-DKIND=extern inline"
 * exit: 0
 *
 * test: check "-DKIND=extern inline __attribute__((gnu_inline))"
 * exit: 0
 *
 * test: check "-DKIND=inline __attribute__((always_inline))"
 * exit: 0
 *
 * test: check -DKIND=__attribute__((weak))
 * exit: 0
 * stdout-contains: add: weak or inline; no other definition takes its place
 *
 * test: check --function unused
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: run
 * exit: 0
 */
