// A search tree stays ordered.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    if (!tree)
      exit(1);
    *tree = (struct tree){key, 0, 0};
#ifdef BUG
  } else if (key <= tree->key + 1) {
#else
  } else if (key < tree->key) {
#endif
    tree->left = insert(tree->left, key);
  } else {
    tree->right = insert(tree->right, key);
  }
  return tree;
}

static void check(const struct tree *tree) {
  if (!tree)
    return;
  assert(!tree->left || tree->left->key <= tree->key);
  assert(!tree->right || tree->right->key >= tree->key);
  check(tree->left);
  check(tree->right);
}

int main(void) {
  struct tree *tree = 0;
  for (int i = 0; i < 3; i++) {
    int key = __VERIFIER_nondet_int();
    if (key < -1000 || key > 1000)
      return 0;
    tree = insert(tree, key);
  }
  check(tree);
  return 0;
}
