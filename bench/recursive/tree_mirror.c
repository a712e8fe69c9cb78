// A tree that is mirrored twice has the same sum of weighted depths.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
  int key;
  struct tree *left, *right;
};

static struct tree *grow(int depth) {
  if (depth == 0 || __VERIFIER_nondet_int())
    return 0;
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    exit(2);
  tree->key = depth;
  tree->left = grow(depth - 1);
  tree->right = grow(depth - 1);
  return tree;
}

static void mirror(struct tree *tree) {
  if (!tree)
    return;
  struct tree *left = tree->left;
  tree->left = tree->right;
#ifdef BUG
  if (tree->key > 1)
#endif
    tree->right = left;
  mirror(tree->left);
  mirror(tree->right);
}

static int weigh(const struct tree *tree, int weight) {
  return tree ? weight * tree->key + weigh(tree->left, 2 * weight) +
                    weigh(tree->right, 2 * weight + 1)
              : 0;
}

int main(void) {
  struct tree *tree = grow(3);
  int before = weigh(tree, 1);
  mirror(tree);
#ifdef BUG
  if (tree && tree->left)
    tree->left->key++;
#endif
  mirror(tree);
  assert(weigh(tree, 1) == before);
  return 0;
}
