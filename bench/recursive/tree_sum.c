// The sum of a tree of three nodes.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct tree {
  unsigned value;
  struct tree *left, *right;
};

static unsigned sum(const struct tree *tree) {
  if (!tree)
    return 0;
#ifdef BUG
  if (!tree->left)
    return tree->value + sum(tree->left);
#endif
  return tree->value + sum(tree->left) + sum(tree->right);
}

int main(void) {
  unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  unsigned c = __VERIFIER_nondet_int();
  struct tree right = {c, 0, 0}, left = {b, 0, &right}, root = {a, &left, 0};
  assert(sum(&root) == a + b + c);
  return 0;
}
