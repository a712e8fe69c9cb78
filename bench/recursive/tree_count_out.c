// A walk counts leaves and forks in its caller's locals: one more leaf.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
  struct tree *left, *right;
};

static struct tree *grow(int depth) {
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    abort();
  tree->left = tree->right = 0;
  if (depth > 0 && __VERIFIER_nondet_int() > 0) {
    tree->left = grow(depth - 1);
    tree->right = grow(depth - 1);
  }
  return tree;
}

static void walk(const struct tree *tree, int *leaves, int *forks) {
  if (!tree->left) {
    ++*leaves;
    return;
  }
#ifdef BUG
  if (tree->right->left)
#endif
    ++*forks;
  walk(tree->left, leaves, forks);
  walk(tree->right, leaves, forks);
}

int main(void) {
  int leaves = 0, forks = 0;
  walk(grow(3), &leaves, &forks);
  assert(leaves == forks + 1);
  return 0;
}
