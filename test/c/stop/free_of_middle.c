// Freeing a pointer that was advanced.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

int main(void) {
  char *text = malloc(8), *p = text;
  while (p < text + 7)
    *p++ = '.';
  *p = 0;
  printf("%s\n", text);
  free(BUG ? p : text);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: free_of_middle.c:14:
 * stderr-contains: free
 */
