#include <stddef.h>

struct entry {
  int key;
  struct entry *next;
};

struct store {
  struct entry *first;
  int counts[3];
};

int count(struct store *store) {
  int n = 0;
  for (struct entry *entry = store->first; entry; entry = entry->next)
    n += entry->key;
  return n + store->counts[2];
}

int room(struct store *store) {
  int own[3];
  for (int i = 0; i < 3; i++)
    own[i] = store->counts[i];
#ifdef UNCHECKED
  return own[store->counts[0]];
#else
  return own[1];
#endif
}

/* test: check --deref --required --function count $file
 * exit: 0
 */
