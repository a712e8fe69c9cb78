// A tree of structs on the stack, and a counter of the caller.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left, *right;
  int value;
};

static int sum(const struct node *node, int *count) {
  if (!node)
    return 0;
  (*count)++;
  return node->value + sum(node->left, count) + sum(node->right, count);
}

int main(void) {
  struct node a = {0, 0, __VERIFIER_nondet_int()}, b = {0, 0, 2};
  struct node c = {&a, &b, 5};
  int count = 0, all = sum(&c, &count);
  assert(count == 3);
#ifdef BUG
  assert(all != 20);
#else
  assert(all - a.value == 7);
#endif
  return 0;
}

/* test: check
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
