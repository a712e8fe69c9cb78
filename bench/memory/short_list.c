// Three nodes, all freed; the fault leaves the last one.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
#ifdef BUG
  while (list && list->next) {
#else
  while (list) {
#endif
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
