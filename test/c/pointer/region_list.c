// A linked list of three named nodes: every field is a scalar. A list of nodes
// from one allocation in a loop is one array for each field; a loop that ends
// after a few rounds is written out, and each node is named.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static int sum(const struct node *head) {
  int total = 0;
  for (; head; head = head->next)
    total += head->value;
  return total;
}

int main(void) {
  struct node a = {1, NULL}, b = {2, &a}, c = {3, &b};
  struct node *heap = NULL;
  for (int i = 0; i < 40; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
      return 1;
    fresh->value = i;
    fresh->next = heap;
    heap = fresh;
  }
  struct node *few = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
      return 1;
    fresh->value = i;
    fresh->next = few;
    few = fresh;
  }
  printf("%d %d %d\n", sum(&c), sum(heap), sum(few));
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: dump component
 * stdout-contains: region a: a.value:32 a.next:64
 * stdout-contains: region b: b.value:32 b.next:64
 * stdout-contains: region c: c.value:32 c.next:64
 * stdout-contains: @23 (arrays, period 16): 
 * stdout-contains: @32@0:32 
 */
