// Runs from drawn states need no bound of recursion, and tell where they began.
#include <stdlib.h>
struct tree {
  struct tree *left, *right;
  int depth;
};

static int sum(const struct tree *tree) {
  return tree ? sum(tree->left) + sum(tree->right) + tree->depth : 0;
}

int total(const struct tree *tree, int *into) {
  int all = sum(tree);
#ifndef UNCHECKED
  if (!into)
    return all;
#endif
  *into = all;
  return all;
}

// A hook is what it begins with, as usual.
static void *(*allocate)(size_t) = malloc;
void set(void *(*other)(size_t)) { allocate = other; }
int make(void) {
  int *made = allocate(sizeof *made);
#ifndef UNCHECKED
  if (!made)
    return -1;
#endif
  *made = 1;
  free(made);
  return 0;
}

/* test: check --deref --function total -DUNCHECKED $file
 * exit: 10
 * stdout-contains: write of 4 bytes through a null pointer
 */
/* test: check --deref --usual --function make $file
 * exit: 0
 * stdout-contains: globals that begin with pointers to functions have their initial values at the start (--usual)
 */
/* test: check --deref --usual --function make -DUNCHECKED $file
 * exit: 10
 */
