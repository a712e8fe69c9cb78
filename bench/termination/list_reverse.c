// A list is reversed and walked; with the fault its first node leads to itself.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct node {
  struct node *next;
};

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct node *head = 0, *reversed = 0;
  for (unsigned i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->next = head;
    head = made;
  }
  while (head) {
    struct node *next = head->next;
#ifdef BUG
    head->next = reversed ? reversed : head;
#else
    head->next = reversed;
#endif
    reversed = head;
    head = next;
  }
  while (reversed)
    reversed = reversed->next;
  return 0;
}
