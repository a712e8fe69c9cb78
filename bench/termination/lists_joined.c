// A list is put behind another one, both are walked; with the fault a list is
// put behind itself.
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  struct node *next;
};

static struct node *make(unsigned n) {
  struct node *head = 0;
  while (n--) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      exit(1);
    made->next = head;
    head = made;
  }
  return head;
}

int main(void) {
  struct node *a = make(__VERIFIER_nondet_uchar());
  struct node *b = make(__VERIFIER_nondet_uchar());
  struct node *end = a;
  while (end && end->next)
    end = end->next;
  if (end)
#ifdef BUG
    end->next = b ? b : a;
#else
    end->next = b;
#endif
  for (struct node *at = a; at; at = at->next)
    ;
  return 0;
}
