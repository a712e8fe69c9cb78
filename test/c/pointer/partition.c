// Memory of the whole program as regions, without inlining: recursion, the
// heap, mixed widths and what escapes.
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

static int counter, other;
static union {
  int whole;
  char bytes[4];
} view;
static int lost;
extern void keep(int *p);
extern int *kept(void);

static int sum(struct node *list) {
  int here = list->value; // one for each call that is active
  int *p = &here;
  if (list->next)
    *p += sum(list->next);
  return *p;
}

int main(int argc, char **argv) {
  struct node *first = malloc(sizeof *first);
  int *p = argc > 1 ? &counter : &other;
  if (!first)
    return 1;
  memset(first, 0, sizeof *first);
  *p = 1;
  view.whole = 7;
  view.bytes[argc & 3] = 1;
  keep(&lost);
  lost = **argv;
  *kept() = 2;
  return sum(first) + counter + other + view.whole;
}

/* test: dump regions
 * exit: 0
 * stdout-contains: {counter}: variable of 4
 * stdout-contains: {other}: variable of 4
 * stdout-contains: {sum::here}: array of 4
 * stdout-contains: .next}: array of 8
 * stdout-contains: .value}: array of 4
 * stdout-contains: anywhere: shared
 * stdout-contains: {view.whole}: bytes
 * stdout-lacks: {lost}
 */
/* test: dump regions --figures
 * exit: 0
 * stdout-contains: variables=
 */
