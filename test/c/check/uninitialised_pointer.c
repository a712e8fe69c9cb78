// A pointer that is never given an address: nothing is claimed about what comes
// after an access through it. Null is another matter.
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return 0;
#ifdef NULL_POINTER
  node->next = NULL;
  assert(!node->next || node->next->value == 1);
#else
  node->value = node->next->value;
  assert(node->value == 1);
#endif
  return 0;
}

/* test: check
 * exit: 5
 * stdout-lacks: RESULT: true
 */
/* test: check -DNULL_POINTER --check-proof
 * exit: 0
 * stdout-contains: RESULT: true
 */
