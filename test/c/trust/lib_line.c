// The line that getline is given is null, or it was allocated: getline makes it
// longer.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char buffer[8] = "";
  size_t size = 0;
#ifdef UNSET
  char *line;
#elif defined STACK
  char *line = buffer;
  size = sizeof buffer;
#elif defined INSIDE
  char *line = malloc(8);
  if (!line)
    return 0;
  line++;
#else
  char *line = NULL;
#endif
  return getline(&line, &size, stdin) == 9;
}
/* test: check --deref
 * stdout-contains: RESULT: true
 * test: check --deref -DUNSET
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 * test: check --deref -DSTACK
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 * test: check --deref -DINSIDE
 * exit: 10
 * stdout-contains: RESULT: false(valid-free)
 */
