// Merging two sorted lists keeps the order.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static struct node *merge(struct node *a, struct node *b) {
  if (!a)
    return b;
  if (!b)
    return a;
#ifdef BUG
  if (a->value <= b->value + 1) {
#else
  if (a->value <= b->value) {
#endif
    a->next = merge(a->next, b);
    return a;
  }
  b->next = merge(a, b->next);
  return b;
}

static int is_sorted(const struct node *list) {
  return !list || !list->next ||
         (list->value <= list->next->value && is_sorted(list->next));
}

int main(void) {
  int w = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (w > x || y > z || y < -1000 || y > 1000 || z > 1000)
    return 0;
  struct node a1 = {x, 0}, a0 = {w, &a1}, b1 = {z, 0}, b0 = {y, &b1};
  assert(is_sorted(merge(&a0, &b0)));
  return 0;
}
