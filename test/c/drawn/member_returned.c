// The address of a member of nothing, returned to callers that are not seen.
#include <stddef.h>

struct pair {
  long number;
  long list;
  char key[4];
};

void *iterator_of(const char *key) {
#ifndef UNCHECKED
  if (!key)
    return NULL;
#endif
  return &((struct pair *)(key - offsetof(struct pair, key)))->list;
}

// A member that is there, and a structure itself, are nothing of the kind.
long *list_of(struct pair *pair) { return pair ? &pair->list : NULL; }
long *first_of(struct pair *pair) { return &pair->number; }

long used(void) {
  long *list = iterator_of(NULL);
  return list == NULL;
}

/* test: check --deref --function iterator_of $file
 * exit: 0
 */
/* test: check --deref --function iterator_of -DUNCHECKED $file
 * exit: 10
 * stdout-contains: a member of what a null pointer leads to is passed on
 */
/* test: check --deref --nonnull --function iterator_of -DUNCHECKED $file
 * exit: 0
 */
/* test: check --deref --function list_of $file
 * exit: 0
 */
/* test: check --deref --function first_of $file
 * exit: 0
 */
/* test: check --deref --function used -DUNCHECKED $file
 * exit: 0
 */
