// Freeing the default value that a setting still has.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

static int defaults[3] = {1, 2, 3};

int main(void) {
  int *setting = BUG ? defaults : malloc(sizeof defaults);
  free(setting);
  printf("%d\n", defaults[2]);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: free_of_global.c:12:
 * stderr-contains: free
 */
