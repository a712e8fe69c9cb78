// A list of any length is freed node by node; with the fault a node is pushed
// for each that is popped.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

static struct node *push(struct node *list) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->next = list;
  return node;
}

int main(void) {
  struct node *list = 0;
  int length = __VERIFIER_nondet_int();
  for (int i = 0; i < length; i++)
    list = push(list);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
#ifdef BUG
    list = push(list);
#endif
  }
  return 0;
}
