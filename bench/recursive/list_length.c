// The length of a list that was built is the number of nodes.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>

struct node {
  struct node *next;
};

static int length(const struct node *list) {
  return list ? 1 + length(list->next) : 0;
}

static struct node *build(int n) {
  if (n <= 0)
    return 0;
  struct node *first = malloc(sizeof *first);
  if (!first)
    abort();
#ifdef BUG
  first->next = n == 3 ? 0 : build(n - 1);
#else
  first->next = build(n - 1);
#endif
  return first;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 6)
    return 0;
  assert(length(build(n)) == n);
  return 0;
}
