// A null of the function's own, where a test has excluded it: what is left is
// what callers gave.
#include <stddef.h>

struct item {
  struct item *next;
  int key, value;
};

struct list {
  struct item *first;
};

static struct item *find(const struct list *list, int key) {
  for (struct item *item = list->first; item; item = item->next)
    if (item->key == key)
      return item;
  return NULL;
}

int tested(const struct list *list, int key) {
  struct item *item = find(list, key);
  if (!item)
    return -1;
  return item->value;
}

int untested(const struct list *list, int key) {
  struct item *item = find(list, key);
  return item->value;
}

// What was added to null is not null.
int *moved(const struct list *list, int key) {
  struct item *item = find(list, key);
  int *value = &item->value;
  if (value)
    *value = 1;
  return value;
}

/* test: check --deref --required --function tested $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --cpu-timeout 5s --function untested $file
 * exit: 5
 */
/* test: check --deref --required --cpu-timeout 5s --function moved $file
 * exit: 5
 */
