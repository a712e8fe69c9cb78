// A linked list of three named nodes and one of heap nodes: they stay apart.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node third = {3, 0}, second = {2, &third}, first = {1, &second};

int main(void) {
  struct node *heap = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = heap;
    heap = n;
  }
  int sum = 0;
  for (struct node *p = &first; p; p = p->next)
    sum += p->value;
  for (struct node *q = heap; q; q = q->next)
    sum += q->value;
  return sum;
}

/* test: dump pointsto
 * stdout-contains: load p -> {first.value, second.value, third.value}
 * stdout-contains: load (char *)p + 8 -> {first.next, second.next, third.next}
 * stdout-contains: load q -> {malloc@main:14.value}
 * stdout-contains: first.next -> {second.value}
 * stdout-contains: malloc@main:14.next -> {malloc@main:14.value}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
