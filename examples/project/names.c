#include "names.h"

#include <stdlib.h>
#include <string.h>

void note(struct store *store, const char *text);

int store_add(struct store *store, const char *name) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry)
    return -1;
  pthread_mutex_lock(&store->lock);
  entry->name = strdup(name);
  if (!entry->name) {
    free(entry);
    return -1;
  }
  entry->next = store->first;
  store->first = entry;
  store->count++;
  pthread_mutex_unlock(&store->lock);
  note(store, "added");
  return 0;
}

const char *store_first(struct store *store) {
  if (store->count > 0)
    return store->first->name;
  return NULL;
}

int store_load(struct store *store, const char *path) {
  char line[80];
  FILE *file = fopen(path, "r");
  if (!file)
    return -1;
  while (fgets(line, sizeof line, file))
    if (store_add(store, line) < 0)
      return -1;
  fclose(file);
  return 0;
}
