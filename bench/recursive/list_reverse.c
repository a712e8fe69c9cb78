// A list that is reversed by recursion has its first node last.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static struct node *reverse(struct node *list, struct node *done) {
  if (!list)
    return done;
  struct node *rest = list->next;
#ifdef BUG
  list->next = rest ? done : NULL;
#else
  list->next = done;
#endif
  return reverse(rest, list);
}

int main(void) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
  struct node *list = reverse(&a, NULL);
  assert(list == &c);
  assert(list->next == &b && b.next == &a && a.next == NULL);
  return 0;
}
