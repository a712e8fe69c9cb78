// Freeing an object that is not on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  char small[16], *text = small;
  size_t length = 10;
  if (length >= sizeof small)
    text = malloc(length + 1);
  memset(text, 'x', length);
  if (BUG || text != small)
    free(text);
  printf("done\n");
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: free_of_local.c:16:
 * stderr-contains: free
 */
