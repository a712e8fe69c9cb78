// Library routines that read past literals and arrays, and strings that do not
// end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char open_ended[3] = {'a', 'b', 'c'};

#ifndef CALL
#define CALL write(1, "abc", 100)
#endif

int main(void) {
  char local[3] = {'a', 'b', 'c'}, ended[3] = {'a', 'b'};
  (void)open_ended, (void)local, (void)ended;
  (void)CALL;
  return 0;
}

/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=write(1,\"abc\",4)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=puts(open_ended)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=puts(local)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=puts(ended)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=printf(\"%s\",open_ended)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=printf(\"%.3s\",open_ended)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=printf(\"%.*s\",4,open_ended)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=printf(\"%.*s\",3,local)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=fwrite(local,1,4,stdout)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=fwrite(local,3,1,stdout)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=memcmp(local,ended,4)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=atoi(local)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strtol(ended,0,10)"
 * exit: 0
 * stdout-contains: RESULT: true
 */
