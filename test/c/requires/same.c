// Pointers that are required to be the same are, and what is required of
// pointers behind null asks for nothing.
#include <assert.h>
#include <stddef.h>

struct node {
  struct node *next, *prev;
  int value;
};
struct buffer {
  char *start, *at, *end;
};

// In a ring, the neighbours of a node know it.
int unlinked(struct node *node) {
  node->next->prev = node->prev;
  node->prev->next = node->next;
#ifdef ALONE
  assert(node->next != node);
#endif
  return node->next->prev == node->prev;
}

int follow(struct node *node) {
  int found = 0;
  if (node->next)
    found = node->next->value;
  assert(found == 0);
  return found;
}

int both(int *a, int *b, int *c) {
  *a = 1;
  *b = 2;
  *c = 3;
  assert(*a == 3 && *b == 3);
  return *a;
}

int either(int *a, int *b) {
  *a = 1;
  *b = 2;
  assert(*a == 1);
  return *a;
}

int room(struct buffer *buffer) {
  if (buffer->at == buffer->end)
    return 0;
#ifdef MORE
  buffer->at += 3;
#endif
  *buffer->at++ = 0;
  return 1;
}

int deep(struct node *node) { return node ? node->value : 0; }
int calls_deep(void) { return deep(NULL); }

/* test: check --spec $dir/same.spec --deref --function unlinked $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/same.spec --function unlinked $file -DALONE
 * exit: 10
 * stdout-contains: in.node.next = &in.node
 */
/* test: check --spec $dir/same.spec --function follow $file
 * exit: 10
 * stdout-contains: in.node.next = &in.node
 */
/* test: check --spec $dir/same.spec --function both $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/same.spec --function either $file
 * exit: 10
 * stdout-contains: fails
 */
/* test: check --spec $dir/same.spec --deref --function room $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/same.spec --deref --function room $file -DMORE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
/* test: check --spec $dir/same.spec --deref --function calls_deep $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
