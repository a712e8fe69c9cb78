// A loop that allocates a few nodes is written out: each node is an object of
// its own. One whose end is not known stays a loop.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int is_held;
  struct node *next;
};

static int table[5];

int main(void) {
  struct node *first = NULL;
  int count = 3;
  for (int i = 0; i < count; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 0;
    node->is_held = i == 1;
    node->next = first;
    first = node;
    table[i + 1] = i;
  }
  int i;
  for (i = 0; i < 5; i++)
    if (table[i] == 1)
      break; // the counter is needed after the loop
  assert(i == 2);
  while (__VERIFIER_nondet_int()) {
    for (struct node *node = first; node; node = node->next) {
#ifdef BUG
      if (node->next == first->next && __VERIFIER_nondet_int())
        node->is_held = 1;
#endif
    }
  }
  assert(!first->is_held && first->next->is_held);
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
