// Every node of a list keeps a property.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *cons(int value, struct node *next) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    exit(1);
  node->value = value;
  node->next = next;
  return node;
}

static struct node *build(int n) {
  if (n == 0)
    return 0;
  int value = __VERIFIER_nondet_int();
#ifdef BUG
  if (value < 0)
    value = 0;
#else
  if (value <= 0)
    value = 1;
#endif
  return cons(value, build(n - 1));
}

static void check(const struct node *list) {
  if (!list)
    return;
  assert(list->value > 0);
  check(list->next);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  check(build(n));
  return 0;
}
