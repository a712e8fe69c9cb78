// The depth of a tree is at most the number of its nodes.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct tree {
  struct tree *left, *right;
};

static int nodes;

static struct tree *grow(int n) {
  if (n <= 0 || __VERIFIER_nondet_int())
    return 0;
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    return 0;
  nodes++;
  tree->left = grow(n - 1);
  tree->right = grow(n - 1);
  return tree;
}

static int depth(const struct tree *tree) {
  if (!tree)
    return 0;
  int left = depth(tree->left), right = depth(tree->right);
#ifdef BUG
  return 1 + left + right + (left && right);
#else
  return 1 + (left > right ? left : right);
#endif
}

int main(void) {
  assert(depth(grow(3)) <= nodes);
  return 0;
}
