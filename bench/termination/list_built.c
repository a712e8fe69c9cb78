// A list of any length is built and walked; with the fault the last node leads
// back.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = 0, *last = 0;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->next = head;
    if (!head)
      last = made;
    head = made;
  }
#ifdef BUG
  if (last)
    last->next = head;
#endif
  while (head)
    head = head->next;
  return last != 0;
}
