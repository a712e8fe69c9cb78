// Locks in a list that is walked along; each node is an object of its own.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int is_wanted;
  int is_held;
};

static void walk(struct node *first) {
  struct node *node;
  for (node = first; node; node = node->next) {
    node->is_wanted = __VERIFIER_nondet_int() != 0;
    if (node->is_wanted) {
      assert(!node->is_held);
      node->is_held = 1;
    }
  }
#ifdef BUG
  first->next->is_wanted = 0;
#endif
  for (node = first; node; node = node->next)
    if (node->is_wanted)
      node->is_held = 0;
}

int main(void) {
  struct node c = {.next = NULL}, b = {.next = &c}, a = {.next = &b};
  while (__VERIFIER_nondet_int())
    walk(&a);
  return 0;
}

/* test: check --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check -DBUG
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
