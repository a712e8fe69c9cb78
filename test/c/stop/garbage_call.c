// Calling data.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

static int twice(int n) { return 2 * n; }
static char data[16];

int main(void) {
  void *target = BUG ? (void *)data : (void *)twice;
  int (*function)(int) = (int (*)(int))target;
  printf("%d\n", function(21));
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: garbage_call.c:13:
 * stderr-contains: call
 */
