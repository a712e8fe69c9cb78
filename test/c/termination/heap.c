// Memory that is freed is used again: that there is only so much of it ends no
// loop, and neither does an address that goes up in our model of it.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  unsigned count = 0;
  while (1) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      abort();
    node->next = list;
    free(list);
    list = node;
    count++;
  }
}

/* test: check --termination --cpu-timeout 3
 * exit: 5
 * stdout-lacks: RESULT: true
 */
