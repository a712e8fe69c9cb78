// A pointer that was never set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef BUG
#define BUG 0
#endif

struct box { int *content; };

int main(void) {
  int object = 5;
  struct box *box = malloc(sizeof *box);
  memset(box, 0x41, sizeof *box);
  if (!BUG)
    box->content = &object;
  printf("%d\n", *box->content);
  free(box);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: uninitialised_pointer.c:17:
 * stderr-contains: pointer
 */
