// Calling a callback that was never set.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int twice(int n) { return 2 * n; }
static struct { int (*on_event)(int); } handler = {BUG ? NULL : twice};

int main(void) {
  printf("%d\n", handler.on_event(21));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: null_call.c:11:
 * stderr-contains: call
 * stderr-contains: null
 */
