// A write through a pointer that is never given an address may change anything,
// whoever writes: a copy, a fill, a routine of the library. Through one that is
// null nothing is written.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct pair {
  int first, second;
};

int kept = 1;

int main(int argc, char **argv) {
  char *p;
  struct pair *pair, value = {2, 3};
#if defined FILL
  memset(p, 0, 4);
#elif defined STRUCT
  *pair = value;
#elif defined COPY
  memcpy(p, &value, 4);
#elif defined MOVE
  memmove(p, "abc", 2);
#elif defined PRINT
  sprintf(p, "%d", argc);
#elif defined LINE
  fgets(p, 3, stdin);
#elif defined SCAN
  scanf("%d", &pair->first);
#else
  time_t *never = NULL;
  char **end = NULL, buffer[10], *at = buffer;
  time(never);
  strtol(argc > 1 ? argv[1] : "1", end, 10);
  if (argc > 2)
    at = buffer + 2;
  fgets(at, 5, stdin);
  pair = &value;
  *pair = value;
#endif
  assert(kept == 1);
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DFILL
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DSTRUCT
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DCOPY
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DMOVE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DPRINT
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DLINE
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
/* test: check -DSCAN
 * exit: 5
 * stdout-contains: RESULT: unknown (not modelled: a write through a pointer that is not resolved
 */
