// The locks of locks.c as nodes of a list: each has a table of operations and is
// reached through the list only.
//
//   -DN=n      how many locks, 2 to 10
//   -DARRAY    the nodes are elements of an array
//   -DHEAP     the nodes are allocated
//   -DBUG      the last lock is given back under a condition that may have
//              changed
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#ifndef N
#define N 5
#endif

struct lock;

struct lock_operations {
  void (*take)(struct lock *lock);
  void (*give_back)(struct lock *lock);
};

struct lock {
  const struct lock_operations *operations;
  int is_held;
  int is_shared; // there is one more holder than the one we see
};

struct node {
  struct node *next;
  struct lock lock;
  int is_wanted;
};

static void take_exclusive(struct lock *lock) {
  assert(!lock->is_held);
  lock->is_held = 1;
}

static void give_back_exclusive(struct lock *lock) {
  assert(lock->is_held);
  lock->is_held = 0;
}

static void take_shared(struct lock *lock) {
  assert(!lock->is_held);
  lock->is_held = 1;
  lock->is_shared = __VERIFIER_nondet_int() != 0;
}

static void give_back_shared(struct lock *lock) {
  assert(lock->is_held);
  lock->is_held = 0;
  lock->is_shared = 0;
}

static const struct lock_operations exclusive = {
    .take = take_exclusive,
    .give_back = give_back_exclusive,
};

static const struct lock_operations shared = {
    .take = take_shared,
    .give_back = give_back_shared,
};

struct list {
  struct node *first;
};

static void list_add(struct list *list, struct node *node) {
  node->next = list->first;
  node->lock.operations = __VERIFIER_nondet_int() ? &exclusive : &shared;
  node->lock.is_held = 0;
  node->lock.is_shared = 0;
  node->is_wanted = 0;
  list->first = node;
}

static void work(struct node *first) {
  struct node *node;
  for (node = first; node; node = node->next)
    node->is_wanted = __VERIFIER_nondet_int() != 0;
  for (node = first; node; node = node->next)
    if (node->is_wanted)
      node->lock.operations->take(&node->lock);
#ifdef BUG
  for (node = first; node->next; node = node->next) {
  }
  node->is_wanted = __VERIFIER_nondet_int() != 0;
#endif
  for (node = first; node; node = node->next)
    if (node->is_wanted)
      node->lock.operations->give_back(&node->lock);
}

// The nodes: objects of their own, elements of an array, or on the heap.
#if defined ARRAY
#define MAKE_NODES(list)                                                       \
  struct node nodes[N];                                                        \
  for (int i = 0; i < N; i++)                                                  \
    list_add(list, &nodes[i]);
#elif defined HEAP
#define MAKE_NODES(list)                                                       \
  for (int i = 0; i < N; i++) {                                                \
    struct node *node = malloc(sizeof *node);                                  \
    if (!node)                                                                 \
      return 1;                                                                \
    list_add(list, node);                                                      \
  }
#else
#define MAKE_NODES(list) CHOOSE(NODES_, N)(list)
#endif

#define PASTE(a, b) a##b
#define CHOOSE(a, b) PASTE(a, b)
#define NODE(i, list)                                                          \
  struct node node_##i;                                                        \
  list_add(list, &node_##i);
#define NODES_1(list) NODE(1, list)
#define NODES_2(list) NODES_1(list) NODE(2, list)
#define NODES_3(list) NODES_2(list) NODE(3, list)
#define NODES_4(list) NODES_3(list) NODE(4, list)
#define NODES_5(list) NODES_4(list) NODE(5, list)
#define NODES_6(list) NODES_5(list) NODE(6, list)
#define NODES_7(list) NODES_6(list) NODE(7, list)
#define NODES_8(list) NODES_7(list) NODE(8, list)
#define NODES_9(list) NODES_8(list) NODE(9, list)
#define NODES_10(list) NODES_9(list) NODE(10, list)

int main(void) {
  struct list list = {.first = NULL};
  MAKE_NODES(&list)
  while (__VERIFIER_nondet_int())
    work(list.first);
  return 0;
}
