// A function that is called inside of itself starts there in states that no
// other caller makes: what it is given then may be its own doing.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int *value;
  int key;
};

static void go_wrong(void) {
  int *gone = malloc(sizeof *gone);
  if (gone) {
    free(gone);
    *gone = 1;
  }
}

// Below the entry, which gives it one state only.
static int below(struct node *node, int depth) {
  if (!node)
    return 0;
  if (depth == 2)
    go_wrong();
  return below(node->left, depth + 1);
}

int entry(struct node *node) {
  return below(node, 0);
}

void one(struct node *node);

static void other(struct node *node, int mode) {
  if (!node)
    return;
  if (mode == 1)
    go_wrong();
  other(node->left, 1);
  one(node->right);
}

void one(struct node *node) {
  if (node)
    other(node, 0);
}

// Lists end, whatever is said of null.
void base(struct node *node) {
  if (!node)
    go_wrong();
  else
    base(node->left);
}

// Structures are not passed as C has them.
struct large {
  long numbers[8];
};

struct large returned(struct node *node) {
  struct large result = {{0}};
  return node->key == 3 ? returned(NULL) : result;
}

struct pair {
  struct node *first, *second;
};

void split(struct pair pair, int key) {
  pair.second->key = key;
  if (key == 3)
    split((struct pair){pair.first, NULL}, key + 1);
}

struct three {
  struct node *first, *second, *third;
};

void copied(struct three three, int key) {
  three.second->key = key;
  if (key == 3)
    copied((struct three){three.first, NULL, NULL}, key + 1);
}

// A null deep in what is passed.
struct holder {
  int *held;
};

void deep(struct holder *holder, int key) {
  *holder->held = 1;
  if (key == 3) {
    struct holder own = {0};
    deep(&own, key + 1);
  }
}

void deeper(struct node *node, int key) {
  *node->value = 1;
  if (key == 3 && node->left) {
    node->left->value = NULL;
    deeper(node->left, key + 1);
  }
}

struct global {
  int *held;
  int count;
} global;

void in_global(int key) {
  if (global.count)
    *global.held = 1;
  if (key == 3) {
    global.held = NULL;
    in_global(key + 1);
  }
}

// The same object twice, and one that the other one leads to.
void twice(struct node *first, struct node *second, int key) {
  if (key == 4) {
    free(first);
    free(second);
  } else if (key == 3) {
    twice(first, first, 4);
  }
}

void parent(struct node *node, struct node *above) {
  if (!node)
    return;
  if (node->key != 12) {
    parent(node->left, node);
    return;
  }
  free(node);
  if (above && above->left)
    above->left->key = 1;
}

// A number.
void number(struct node *node, int count) {
  assert(count < 10);
  if (node->key == 3)
    number(node, count + 1);
}

// One in memory.
void number_in(struct node *node) {
  assert(node->key < 3);
  if (node->left && node->value) {
    node->left->key = node->key + 1;
    number_in(node->left);
  }
}

// What attributes ask for.
__attribute__((nonnull)) void declared(struct node *node, int key);

void declared(struct node *node, int key) {
  node->key = 1;
  if (key == 3)
    declared(node->left, key + 1);
}

// A hook that is not what it begins with.
static void do_nothing(void) {
}
static void (*hook)(void) = do_nothing;

void hooked(struct node *node) {
  if (!node)
    return;
  hook();
  if (node->key == 3) {
    hook = go_wrong;
    hooked(node->left);
    hook = do_nothing;
  }
}

// What no inner call writes holds the pointers that it held.
struct context {
  int count;
  struct node *best;
};

void walk(struct node *node, struct context *context) {
  if (!node)
    return;
  context->count++;
  walk(node->left, context);
  walk(node->right, context);
}

/* test: check --deref --required --inner-calls --function entry $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function one $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function base $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function returned $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function split $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function copied --cpu-timeout 5s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function deep $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function deeper $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function in_global $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function twice $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function parent $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function number $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function declared $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function hooked $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function walk $file
 * exit: 0
 */
/* test: check --deref --required --inner-calls --function number_in --cpu-timeout 3s $file
 * exit: 5
 */
