// Elements are taken out of a list; with the fault those that stay are met
// again and again.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  for (unsigned n = __VERIFIER_nondet_uint(); n; n--) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->value = __VERIFIER_nondet_int();
    made->next = head;
    head = made;
  }
  struct node **at = &head;
  while (*at) {
    if ((*at)->value == 3)
      *at = (*at)->next;
#ifndef BUG
    else
      at = &(*at)->next;
#endif
  }
  return 0;
}
