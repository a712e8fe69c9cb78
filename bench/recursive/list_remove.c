// Removing a value through a pointer to the link leaves none of it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static void drop(struct node **link, int value) {
  struct node *node = *link;
  if (!node)
    return;
  if (node->value == value) {
    *link = node->next;
    free(node);
#ifdef BUG
    if (*link)
      drop(&(*link)->next, value);
#else
    drop(link, value);
#endif
  } else {
    drop(&node->next, value);
  }
}

static int count(const struct node *list, int value) {
  return list ? (list->value == value) + count(list->next, value) : 0;
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 1;
    node->value = __VERIFIER_nondet_int();
    node->next = list;
    list = node;
  }
  int wanted = __VERIFIER_nondet_int();
  drop(&list, wanted);
  assert(count(list, wanted) == 0);
  return 0;
}
