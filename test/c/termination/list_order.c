// Lists of any length, at whose head or end nodes are added, are walked; with a
// fault a node leads back, or nodes are added as fast as they are passed.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0, *last = 0;
  for (unsigned n = __VERIFIER_nondet_uint(); n; n--) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
#ifdef AT_END
    made->next = 0;
    if (last)
      last->next = made;
    else
      head = made;
    last = made;
#else
    made->next = head;
    head = made;
    if (!last)
      last = made;
#endif
  }
#ifdef BACK
  if (last)
    last->next = head;
#endif
  while (head) {
#ifdef GROWS
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->next = 0;
    last->next = made;
    last = made;
#endif
    head = head->next;
  }
  return 0;
}

/* test: check --termination $file
 * exit: 0
 * stdout-contains: nodes up to head decreases
 * stdout-contains: RESULT: true
 */
/* test: check --termination -DBACK $file
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DAT_END -DBACK $file
 * exit: 10
 * stdout-contains: RESULT: false(termination)
 */
/* test: check --termination -DAT_END -DGROWS --cpu-timeout=4 $file
 * exit: 5
 * stdout-lacks: RESULT: true
 */
