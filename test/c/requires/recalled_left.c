// What a call of the function inside of itself leaves behind is no matter of
// callers, wherever it leaves it; and what it frees may be anywhere.
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int key;
};

static struct node *last;

void in_global(struct node *node) {
  if (!node)
    return;
  if (node->key == 471147) {
    last = NULL;
    return;
  }
  in_global(node->left);
  if (node->key == 991231)
    last->key = 1;
}

void number(struct node *node, int *numbers) {
  if (!node)
    return;
  if (node->key == 471147) {
    node->key = -5000000;
    return;
  }
  number(node->left, numbers);
  if (node->left && node->key == 991231)
    numbers[node->left->key] = 1;
}

// A null in parts.
union parts {
  struct node *whole;
  int halves[2];
};

void in_parts(struct node *node, union parts *parts) {
  if (!node)
    return;
  if (node->key == 471147) {
    parts->halves[0] = 0;
    parts->halves[1] = 0;
    return;
  }
  in_parts(node->left, parts);
  if (node->key == 991231)
    parts->whole->key = 1;
}

static void zero(void *object, size_t size) {
  for (char *byte = object; size--; byte++)
    *byte = 0;
}

void bytes(struct node *node) {
  if (!node)
    return;
  if (node->key == 471147) {
    zero(node, sizeof *node);
    return;
  }
  bytes(node->left);
  if (node->left && node->key == 991231)
    node->left->right->key = 1;
}

// What lies deeper than what is known one by one.
void far(struct node *node) {
  if (!node)
    return;
  if (node->key == 471147) {
    free(node);
    return;
  }
  struct node *end = node;
  for (int i = 0; i < 4 && end; i++)
    end = end->left;
  if (end) {
    far(end);
    if (node->key == 991231)
      end->key = 1;
  }
}

// The address of a local that is gone, which is handed on.
int *handed(int *number, int key) {
  int local = 0;
  if (key == 471147)
    return &local;
  *number = 1;
  int *found = handed(number, key + 1);
  if (key == 991231 && found)
    handed(found, 5);
  return NULL;
}

// Lists end: one of the calls is not guarded, or is too late.
void unguarded(struct node *node) {
  node->key = 1;
  if (node->left)
    unguarded(node->left);
  unguarded(node->right);
}

void guarded(struct node *node) {
  node->key = 1;
  if (node->left)
    guarded(node->left);
  if (node->right)
    guarded(node->right);
}

void too_late(struct node *node) {
  node->key = 1;
  if (node)
    too_late(node->left);
}

// What is open, and closed there.
void closed(FILE *file, int key) {
  if (key == 471147) {
    fclose(file);
    return;
  }
  FILE *own = fopen("own", "r");
  if (!own)
    return;
  closed(own, key + 1);
  if (key == 471146)
    fgetc(own);
}

// Read only, or numbers written: what is left is what was there.
int height(const struct node *node) {
  if (!node)
    return 0;
  int left = height(node->left), right = height(node->right);
  return (left > right ? left : right) + 1;
}

void count(struct node *node) {
  if (!node)
    return;
  node->key++;
  count(node->left);
  count(node->right);
}

// Numbers beside pointers that inner calls leave.
struct node *removed(struct node *node, int key) {
  if (!node)
    return NULL;
  if (key != node->key) {
    if (key < node->key)
      node->left = removed(node->left, key);
    else
      node->right = removed(node->right, key);
    return node;
  }
  if (!node->left || !node->right) {
    struct node *rest = node->left ? node->left : node->right;
    free(node);
    return rest;
  }
  struct node *least = node->right;
  while (least->left)
    least = least->left;
  node->key = least->key;
  node->right = removed(node->right, least->key);
  return node;
}

/* test: check --deref --required --inner-calls --function in_global --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function number --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function in_parts --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function bytes --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function far --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function height $file
 * exit: 0
 */
/* test: check --deref --required --inner-calls --function count $file
 * exit: 0
 */
/* test: check --deref --required --inner-calls --function removed $file
 * exit: 0
 */
/* test: check --deref --required --inner-calls --function closed $file
 * exit: 10
 */
/* test: check --deref --required --inner-calls --function handed --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function unguarded --cpu-timeout 3s $file
 * exit: 5
 */
/* test: check --deref --required --inner-calls --function guarded $file
 * exit: 0
 */
/* test: check --deref --required --inner-calls --function too_late --cpu-timeout 3s $file
 * exit: 5
 */
