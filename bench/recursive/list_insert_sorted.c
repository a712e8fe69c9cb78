// Inserting by recursion keeps a list sorted.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *insert(struct node *list, int value) {
#ifdef BUG
  if (!list || value <= list->value + 1) {
#else
  if (!list || value <= list->value) {
#endif
    struct node *node = malloc(sizeof *node);
    if (!node)
      abort();
    node->value = value;
    node->next = list;
    return node;
  }
  list->next = insert(list->next, value);
  return list;
}

static int is_sorted(const struct node *list) {
  return !list || !list->next ||
         (list->value <= list->next->value && is_sorted(list->next));
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 100)
      return 0;
    list = insert(list, value);
  }
  assert(is_sorted(list));
  return 0;
}
