// Two owners of one block.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

struct owner { char *text; };

static void release(struct owner *o) {
  free(o->text);
}

int main(void) {
  struct owner a = {malloc(4)}, b = {BUG ? a.text : malloc(4)};
  release(&a);
  release(&b);
  printf("released\n");
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: double_free.c:11:
 * stderr-contains: freed
 */
