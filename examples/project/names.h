// A store of names, as somebody else's project might have it.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct entry {
  char *name;
  struct entry *next;
};

struct store {
  pthread_mutex_t lock;
  struct entry *first;
  size_t count;
  FILE *log;
};

int store_add(struct store *store, const char *name);
const char *store_first(struct store *store);
int store_load(struct store *store, const char *path);
