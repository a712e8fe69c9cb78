// What a function is given are objects of their own, and so is what these lead
// to: where it has made two pointers lead to one, an inner call starts in a
// state for which nothing was proved.
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int key;
};

void both(struct node *node, int mode) {
  if (!node)
    return;
  if (mode == 1) {
    free(node->left);
    free(node->right);
    node->left = node->right = NULL;
    return;
  }
  node->right = node->left;
  both(node, 1);
}

void round(struct node *node, int mode) {
  if (!node)
    return;
  if (mode == 1) {
    struct node *left = node->left;
    free(node);
    if (left)
      left->key = 1;
    return;
  }
  node->left = node;
  round(node, 1);
}

struct numbers {
  int *first, *second;
};

void changed(struct numbers *numbers, int mode) {
  int own[4] = {0};
  if (mode == 1) {
    *numbers->first = 1;
    *numbers->second = 9;
    own[*numbers->first] = 1;
    return;
  }
  int number = 0;
  struct numbers same = {&number, &number};
  changed(&same, 1);
}

void elements(struct node **nodes, int mode) {
  if (mode == 1) {
    free(nodes[0]);
    free(nodes[1]);
    return;
  }
  nodes[0] = nodes[1];
  elements(nodes, 1);
}

// Each is freed once.
void clear(struct node *node) {
  if (!node)
    return;
  clear(node->left);
  clear(node->right);
  free(node);
}

/* test: check --deref --required --inner-calls --function both $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function round $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function changed $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function elements $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function clear $file
 * exit: 0
 */
