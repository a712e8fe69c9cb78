// A walk through a list calls what it is given, with a pointer to a local.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list {
  int value;
  const struct list *next;
};

static void each(const struct list *list, void (*visit)(int, void *),
                 void *context) {
  if (!list)
    return;
  visit(list->value, context);
  each(list->next, visit, context);
}

static void add(int value, void *context) { *(int *)context += value; }

static void keep_largest(int value, void *context) {
  int *largest = context;
#ifdef BUG
  if (value < *largest)
#else
  if (value > *largest)
#endif
    *largest = value;
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000 || y < 0 || y > 1000)
    return 0;
  struct list c = {7, 0}, b = {y, &c}, a = {x, &b};
  int sum = 0, largest = 0;
  each(&a, add, &sum);
  each(&a, keep_largest, &largest);
  assert(sum == x + y + 7);
  assert(largest >= x && largest >= y && largest >= 7);
  return 0;
}
