// Reading through a null pointer at the end of a list.
#include <stdio.h>
#ifndef BUG
#define BUG 0
#endif

struct node { int value; struct node *next; };

int main(void) {
  struct node second = {2, NULL}, first = {1, &second};
  int sum = 0;
  for (struct node *n = &first; BUG || n; n = n->next)
    sum += n->value;
  printf("%d\n", sum);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: null_read.c:13:
 * stderr-contains: null pointer
 */
