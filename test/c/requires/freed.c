#include <stdlib.h>
struct node { struct node *next; int value; };
struct list { struct node *first; };
// The list that is given is longer than what is known of it, and leads to nodes of
// the function's own in the end.
int appended(struct list *list, int n) {
  int value = list->first->next->next->next->value;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return -1;
    node->value = i;
    node->next = list->first->next->next->next;
    list->first->next->next->next = node;
  }
  struct node *last = malloc(sizeof *last);
  free(last);
  return value;
}

/* test: check --deref --required --cpu-timeout 3s --function appended $file
 * exit: 5
 */
