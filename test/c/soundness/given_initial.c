// What a function is given has any contents, also where globals start with
// their initial values: it is no global.
#include <stdlib.h>

struct node {
  struct node *next;
  unsigned key;
};

static int depth;

// Nothing that is drawn comes here by chance.
int rare(struct node *node) {
  int zero = depth;
  return node && node->key * 2654435761u == 0xdbd80cfbu ? 1 / zero : 0;
}

// Of a list that has eight elements.
int long_list(struct node *node) {
  int count = 0, zero = depth;
  for (; node; node = node->next)
    count++;
  return count == 8 ? 1 / zero : count;
}

/* test: check --div0 --deref --globals=initial --function rare $file
 * exit: 10
 */
/* test: check --div0 --deref --globals=initial --function long_list --cpu-timeout 10s $file
 * exit: 5
 */
