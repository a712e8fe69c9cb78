// Following the link of a node that was freed.
#include <stdio.h>
#include <stdlib.h>
#ifndef BUG
#define BUG 0
#endif

struct node { struct node *next; int value; };

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  int count = 0;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = BUG ? list->next : next;
    count++;
  }
  printf("%d\n", count);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run -DBUG=1
 * exit: 10
 * stderr-contains: use_after_free.c:22:
 * stderr-contains: freed
 */
