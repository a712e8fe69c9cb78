// Constructors run before main in their order, destructors after it.
#include <assert.h>
#include <stdlib.h>

static int v;

__attribute__((constructor(102))) static void second(void) {
  v = v * 10 + 2;
}

__attribute__((constructor(101))) static void first(void) {
  v = v * 10 + 1;
}

__attribute__((destructor)) static void last(void) {
#ifdef BUG
  assert(v == 4);
#else
  assert(v == 3);
#endif
}

static void leave(void) {
  exit(0);
}

int main(int argc, char **argv) {
  (void)argv;
  assert(v == 12);
  v = 3;
  if (argc > 1)
    leave();
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: run
 * exit: 0
 *
 * test: run -DBUG
 * exit: 134
 * stderr-contains: v == 4
 */
