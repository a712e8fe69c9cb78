// The same asked of all memory at the end; the fault frees every other node.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static void drop(struct node *n) {
  while (n) {
    struct node *next = n->next;
#ifdef BUG
    if (n->value != 1)
#endif
      free(n);
    n = next;
  }
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->value = i;
    n->next = list;
    list = n;
  }
  drop(list);
  return 0;
}
