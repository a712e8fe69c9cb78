// A handler is looked up in a table.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int grow(int *level) {
  if (*level < 2)
    ++*level;
  return 1;
}

static int shrink(int *level) {
#ifndef BUG
  if (*level > 0)
#endif
    --*level;
  return 2;
}

static const struct handler {
  int command;
  int (*run)(int *level);
} handlers[] = {{7, grow}, {9, shrink}};

static const struct handler *find(int command) {
  for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++)
    if (handlers[i].command == command)
      return &handlers[i];
  return NULL;
}

int main(void) {
  int level = 0;
  while (__VERIFIER_nondet_int()) {
    const struct handler *handler = find(__VERIFIER_nondet_int());
    if (handler)
      handler->run(&level);
    assert(level >= 0 && level <= 2);
  }
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
