// Every node is freed once.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct tree {
  struct tree *left, *right;
};

static int alive;

static struct tree *grow(int n) {
  if (n <= 0)
    return 0;
  struct tree *tree = malloc(sizeof *tree);
  if (!tree)
    return 0;
  alive++;
  tree->left = grow(n - 1);
  tree->right = __VERIFIER_nondet_int() ? grow(n - 1) : 0;
  return tree;
}

static void drop(struct tree *tree) {
  if (!tree)
    return;
  drop(tree->left);
#ifndef BUG
  drop(tree->right);
#endif
  free(tree);
  alive--;
}

int main(void) {
  drop(grow(3));
  assert(alive == 0);
  return 0;
}
