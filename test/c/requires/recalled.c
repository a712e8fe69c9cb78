// Recursion where callers see to what a function needs: a call that it makes
// inside of itself is one by such a caller, and what that may change is all that
// the function may change.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int *value;
  int key;
};

void tree_delete(struct node *node) {
  if (!node)
    return;
  tree_delete(node->left);
  tree_delete(node->right);
  free(node->value);
  free(node);
}

struct node *tree_insert(struct node *node, int key) {
  if (!node) {
    struct node *made = calloc(1, sizeof *made);
    if (made)
      made->key = key;
    return made;
  }
  if (key < node->key)
    node->left = tree_insert(node->left, key);
  else
    node->right = tree_insert(node->right, key);
  return node;
}

static int even(struct node *node);

static int odd(struct node *node) {
  return node ? even(node->left) : 0;
}

static int even(struct node *node) {
  return node ? odd(node->right) : 1;
}

int parity(struct node *node) {
  return even(node);
}

// What the inner call freed.
int used_after(struct node *node) {
  if (!node)
    return 0;
  tree_delete(node->left);
  return node->left ? node->left->key : 0;
}

// The inner call may free what this one goes on with.
void wipe(struct node *node, int mark) {
  if (!node)
    return;
  if (mark == 4711) {
    free(node->value);
    return;
  }
  wipe(node, mark + 3);
  if (node->value)
    node->value[0] = 1;
}

// A pointer that the inner call leaves behind.
static struct node *last;

void keep(struct node *node) {
  if (!node)
    return;
  last = 0;
  keep(node->left);
  if (last)
    last->key = 1;
  last = node;
  if (node->key == 12345)
    free(node);
}

// A global that the inner call changes.
int depth;

int nested(struct node *node) {
  int before = depth;
  if (!node)
    return 0;
  if (node->key == 77) {
    depth = 5;
    return 1;
  }
  int count = nested(node->left);
  assert(depth == before);
  return count + 1;
}

// A null, and an object that is too small, of the function's own: no matter of
// its callers.
int own_null(struct node *node) {
  struct node *made = malloc(sizeof *made);
  int value = *node->value;
  if (made)
    *made = (struct node){0, 0, &value, 0};
  if (value > 3)
    own_null(made);
  free(made);
  return value;
}

int own_small(struct node *node) {
  char bytes[4] = {0};
  int key = node->key;
  if (key > 3)
    own_small((struct node *)bytes);
  return key;
}

/* test: check --deref --required --inner-calls --function tree_delete $file
 * exit: 0
 * stdout-contains: calls inside of themselves are given what callers have to see to: tree_delete (--inner-calls)
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --inner-calls --function tree_insert $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --inner-calls --function parity $file
 * exit: 0
 * stdout-contains: of even, inside of itself: callers see to what the function needs at 2 places
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --inner-calls --function used_after $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --inner-calls --function wipe $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --inner-calls --function keep $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --inner-calls --function nested $file
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --deref --required --inner-calls --function own_null $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --inner-calls --function own_small $file
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --deref --required --inner-calls --free --leaks --function tree_delete --cpu-timeout 5s $file
 * exit: 5
 */
